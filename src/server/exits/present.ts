import { toWireAmount, ZERO_CENTS } from "#shared/money.ts";
import type { ExitRow, ExitView } from "./queries.ts";
import { settle } from "./rules.ts";

export function presentExit(row: ExitRow) {
  return {
    id: String(row.id),
    memberNo: row.member_no,
    fullName: row.full_name,
    state: row.state,
    reason: row.reason,
    sharesTo: row.shares_to_no ?? "",
    sharesToName: row.shares_to_name ?? "",
    askedBy: row.asked_by,
    askedOn: row.asked_on,
    dueOn: row.due_on,
    dayNo: row.day_no,
    approvedBy: row.approved_by ?? "",
    approvedOn: row.approved_on ?? "",
    paidBy: row.paid_by ?? "",
    paidOn: row.paid_on ?? "",
    receiptNo: row.receipt_no,
    endedBy: row.ended_by ?? "",
    endedOn: row.ended_on ?? "",
    endedBecause: row.ended_because,
    refund: toWireAmount(row.refund_cents ?? ZERO_CENTS),
    sharesPassedOn: toWireAmount(row.shares_cents ?? ZERO_CENTS),
  };
}

/** A member's exit on one page: the case, what there is, and what is in its way. */
export function presentView({ holder, holdings, loans, guarantees, latest }: ExitView) {
  const settlement = settle(holdings);
  return {
    memberNo: holder.member_no,
    fullName: holder.full_name,
    state: holder.membership,
    today: holder.today,
    exit: latest && presentExit(latest),
    deposits: toWireAmount(holdings.deposits),
    withdrawable: toWireAmount(settlement.withdrawable),
    dividendPayable: toWireAmount(holdings.dividend),
    shareCapital: toWireAmount(holdings.shares),
    loans: loans.map(({ reference, purpose, balance }) => {
      return { loanNo: reference, purpose, outstanding: toWireAmount(balance) };
    }),
    owed: toWireAmount(settlement.owed),
    refund: toWireAmount(settlement.refund),
    short: toWireAmount(settlement.short),
    guarantees: guarantees.map((one) => ({
      loanNo: one.loan_no,
      memberNo: one.member_no,
      name: one.full_name,
      amount: toWireAmount(one.amount),
      outstanding: toWireAmount(one.outstanding),
    })),
    blocks: [...settlement.blocks],
  };
}
