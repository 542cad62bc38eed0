import type { CountedRow } from "./queries.ts";

const dated = (waiting: number | null, late: number | null) =>
  waiting === null || late === null ? null : { waiting, late };

export function presentCounts(row: CountedRow) {
  const { to_decide: toDecide, to_pay_out: toPayOut, contact_changes: changes } = row;
  const { payouts, payout_exceptions: exceptions } = row;
  const requests = dated(row.requests, row.requests_late);
  return {
    approvals: row.approvals === null ? null : { waiting: row.approvals },
    loans: toDecide === null || toPayOut === null ? null : { toDecide, toPayOut },
    payouts: payouts === null || exceptions === null ? null : { waiting: payouts, exceptions },
    cases: dated(row.cases, row.cases_late),
    contactChanges: changes === null ? null : { waiting: changes },
    exits: dated(row.exits, row.exits_late),
    privacy: requests && { ...requests, daysLeft: row.days_left },
  };
}
