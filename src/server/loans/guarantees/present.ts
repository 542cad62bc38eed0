import { toWireAmount } from "#shared/money.ts";
import type { Capacity, RequestRow, StandingRow } from "./queries.ts";
import { servicingOf } from "./servicing.ts";

function presentRequest(row: RequestRow) {
  return {
    id: String(row.id),
    askedOn: row.asked_on,
    memberName: row.borrower,
    memberNo: row.borrower_no,
    loanNo: row.loan_no,
    loanPurpose: row.purpose,
    amount: toWireAmount(row.principal_cents),
    fee: toWireAmount(row.fee_cents),
    total: toWireAmount(row.total_cents),
    period: row.term_months,
    repayment: toWireAmount(row.monthly_deduction_cents),
    amountGuaranteed: toWireAmount(row.amount_cents),
  };
}

function presentStanding(row: StandingRow) {
  return {
    id: String(row.id),
    loanNo: row.loan_no,
    memberName: row.borrower,
    amountGuaranteed: toWireAmount(row.amount_cents),
    acceptedOn: row.accepted_on ?? "",
    servicing: servicingOf(row),
    total: toWireAmount(row.total_cents),
    paid: toWireAmount(row.paid_cents),
    nextDueOn: row.next_due_on ?? "",
    nextDue: toWireAmount(row.next_cents),
    lateSince: row.late_since ?? "",
    late: toWireAmount(row.late_cents),
    missed: row.missed,
  };
}

interface Found {
  readonly capacity: Capacity;
  readonly requests: readonly RequestRow[];
  readonly standing: readonly StandingRow[];
}

export function presentGuarantees({ capacity, requests, standing }: Found) {
  return {
    deposits: toWireAmount(capacity.deposits),
    pledged: toWireAmount(capacity.pledged),
    securing: toWireAmount(capacity.securing),
    free: toWireAmount(capacity.free),
    requests: requests.map(presentRequest),
    standing: standing.map(presentStanding),
  };
}
