import * as contract from "#shared/contract/check-off/own-months.ts";
import { toWireAmount } from "#shared/money.ts";
import { type Mounted, mountRecord } from "#server/kernel/http/mount.ts";
import { type MonthRow, monthsOf } from "./queries.ts";

/** The check-off of a member, month by month. */
export function checkOffMonthRoutes(): Mounted[] {
  return [
    mountRecord(contract.checkOffMonths, async (snapshot, scope) => ({
      rows: (await monthsOf(snapshot, scope)).map(presentMonth),
    })),
  ];
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
