import { maskedMobile } from "#shared/masked.ts";
import { toWireAmount } from "#shared/money.ts";
import type * as queries from "#server/counter/receipts/receipt-rows.ts";

/** A receipt of the counter, on the wire. */
export function presentReceipt(row: queries.ReceiptRow) {
  return {
    receiptNo: row.receipt_no,
    way: row.way,
    state: row.state,
    memberNo: row.member_no,
    name: row.full_name,
    to: row.destination,
    account: row.account,
    amount: toWireAmount(row.amount_cents),
    receivedBy: row.received_by,
    receivedAt: row.received_at.toISOString(),
  };
}

type FoundRow = Awaited<ReturnType<typeof queries.membersFound>>[number];

/** A member that a search may mean, on the wire. */
export function presentHit({ member_no, full_name, mobile_number }: FoundRow) {
  return { memberNo: member_no, name: full_name, mobile: maskedMobile(mobile_number) };
}

type MemberRow = NonNullable<Awaited<ReturnType<typeof queries.memberAt>>>;

/** Where a member can pay in, on the wire. */
export function presentMember(row: MemberRow) {
  return {
    ...presentHit(row),
    withdrawable: row.withdrawable,
    loans: row.loans.map(({ loan_no: loanNo, owed }) => ({
      loanNo,
      owed: toWireAmount(owed),
    })),
  };
}

/** The details that only the page of one receipt shows, on the wire. */
export function presentDetails(row: queries.ReceiptRow) {
  return {
    valueDate: row.value_date,
    documentNo: row.document_no,
    bank: row.bank,
    isOwn: row.is_own,
  };
}

type StepRow = Awaited<ReturnType<typeof queries.stepsOf>>[number];

/** A step of a receipt, on the wire. */
export function presentStep(row: StepRow) {
  return {
    step: row.step,
    by: row.by,
    agreedBy: row.agreed_by,
    reason: row.reason,
    at: row.taken_at.toISOString(),
  };
}
