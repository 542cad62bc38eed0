import { addCents, toWireAmount } from "#shared/money.ts";
import { latestGap } from "./latest-gap.ts";
import type { MonthRow } from "./queries.ts";

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
