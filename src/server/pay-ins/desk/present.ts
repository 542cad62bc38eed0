import { maskedMobile } from "#shared/masked.ts";
import { toWireAmount } from "#shared/money.ts";
import type * as queries from "./queries.ts";

/** A payment by M-Pesa, on the wire. */
export function presentPayIn(row: queries.PayInRow) {
  return {
    receipt: row.receipt_no,
    amount: toWireAmount(row.amount_cents),
    account: row.account_text,
    sender: row.sender_name,
    senderNumber: row.sender_number,
    paidAt: row.paid_at.toISOString(),
    state: row.state,
    cause: row.cause,
    differs: row.differs,
    memberNo: row.member_no,
    fullName: row.full_name,
  };
}

/** A part of a payment, on the wire. */
export function presentPart(row: queries.PartRow) {
  return {
    to: row.destination,
    amount: toWireAmount(row.amount_cents),
    refunded: toWireAmount(row.refunded_cents),
    memberNo: row.member_no,
    fullName: row.full_name,
    loanNo: row.loan_no,
  };
}

type DecisionRow = Awaited<ReturnType<typeof queries.decisionsOf>>[number];

/** A decision of two people about a payment, on the wire. */
export function presentDecision(row: DecisionRow) {
  return {
    decision: row.decision,
    proposedBy: row.proposed_by,
    decidedBy: row.decided_by,
    at: row.at,
    reason: row.reason,
    returnReceipt: row.return_receipt,
    ...(row.booked_cents !== null && { amountBefore: toWireAmount(row.booked_cents) }),
  };
}

/** The last reversal that M-Pesa was asked for, on the wire. */
export function presentReversal(row: queries.ReversalRow) {
  return {
    state: row.state,
    problem: row.problem,
    receipt: row.receipt_no,
    proposedBy: row.proposed_by,
    approvedBy: row.approved_by,
    at: row.requested_at.toISOString(),
  };
}

type LikelyRow = Awaited<ReturnType<typeof queries.likelyMembers>>[number];

/** A likely member, on the wire. */
export function presentLikely({ member_no, full_name, mobile_number }: LikelyRow) {
  return { memberNo: member_no, fullName: full_name, mobileNo: maskedMobile(mobile_number) };
}
