import { addCents, toWireAmount } from "#shared/money.ts";
import type { MonthRow } from "./queries.ts";

/** The number of months for which a missing check-off is still reported. */
const NEWS_MONTHS = 3;

const incomplete: ReadonlySet<MonthRow["state"]> = new Set(["short", "missing"]);

/** The states of a month that end a gap: a month that still waits does not end it. */
const complete: ReadonlySet<MonthRow["state"]> = new Set(["arrived", "nothing", "not-member"]);

/** The months of a member, the newest first, and the amount missing from the latest ones. */
export function presentMonths(rows: readonly MonthRow[]) {
  const gap = latestGap(rows);
  const first = gap.at(-1);
  return {
    rows: rows.map(presentMonth),
    ...(first && {
      gap: {
        month: first.month,
        missing: toWireAmount(addCents(...gap.map(({ missing }) => missing))),
        since: first.since,
      },
    }),
  };
}

/** Returns the latest months with a missing amount, back to the last complete one. */
function latestGap(rows: readonly MonthRow[]): MonthRow[] {
  const newest = rows.slice(0, NEWS_MONTHS).findIndex(({ state }) => incomplete.has(state));
  if (newest === -1) return [];
  const from = rows.slice(newest);
  const end = from.findIndex(({ state }) => complete.has(state));
  return from.slice(0, end === -1 ? undefined : end).filter(({ state }) => incomplete.has(state));
}

function presentMonth(row: MonthRow) {
  const { month, state, since } = row;
  return {
    month,
    state,
    ...(row.expected !== null && { expected: toWireAmount(row.expected) }),
    received: toWireAmount(row.received),
    loans: toWireAmount(row.loans),
    deposits: toWireAmount(row.deposits),
    shareCapital: toWireAmount(row.share_capital),
    other: toWireAmount(row.other),
    missing: toWireAmount(row.missing),
    since,
  };
}
