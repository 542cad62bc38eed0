import { messagePurposes, purposeOf } from "#shared/message-kinds.ts";
import { addCents, cents, toWireAmount } from "#shared/money.ts";
import { presentDone, versionOf } from "#server/kernel/platform/setting-change.ts";
import type { SmsSpend, SpendSum } from "./queries.ts";

function sumOf(rows: readonly SpendSum[]) {
  return {
    messages: rows.reduce((sum, { messages }) => sum + messages, 0),
    parts: rows.reduce((sum, { parts }) => sum + parts, 0),
    cost: toWireAmount(addCents(...rows.map(({ cost_cents }) => cost_cents))),
  };
}

/** The month's budget and spend, most used purposes first. */
export function presentSpend(found: SmsSpend, mostCodes: number) {
  const { budget, byTemplate, changes } = found;
  const [changed] = changes;
  const byPurpose = messagePurposes.flatMap((purpose) => {
    const rows = byTemplate.filter(({ template }) => purposeOf(template) === purpose);
    return rows.length === 0 ? [] : [{ purpose, ...sumOf(rows) }];
  });
  return {
    version: versionOf(changes),
    ...(changed !== undefined && { changed: presentDone(changed) }),
    ...(budget.month_cents !== null && { budget: toWireAmount(cents(budget.month_cents)) }),
    partPrice: budget.part_price.replace(/\.?0+$/, ""),
    month: budget.month,
    spent: sumOf(byTemplate),
    ...(budget.percent !== null && { percent: budget.percent }),
    held: found.held,
    byPurpose: byPurpose.toSorted((one, other) => other.cost - one.cost),
    byDay: found.byDay.map((row) => ({ day: row.day, ...sumOf([row]) })),
    before: found.before.map((row) => ({ month: row.month, ...sumOf([row]) })),
    codes: { sent: found.codes, most: mostCodes },
  };
}
