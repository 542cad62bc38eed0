import { type Cents, toWireAmount, ZERO_CENTS } from "#shared/money.ts";
import type { SettledExit } from "#server/kernel/documents/settlement-voucher.ts";
import { digestOfShown } from "#server/kernel/platform/shown-facts.ts";
import { type ExitRow, type ExitView, shownExit } from "./queries.ts";
import { earliestDay, stillToCome } from "./earliest-day.ts";
import { isStale, settle } from "./refund.ts";

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
    settlement: presentSettlement(row),
  };
}

/** The figures stored at payment; null before it, and for older exits without them. */
function presentSettlement(row: ExitRow) {
  if (row.settled === null) return null;
  const of = (kind: "account" | "loan") => row.settled?.filter((one) => one.kind === kind) ?? [];
  const amount = (value: Cents | null) => toWireAmount(value ?? ZERO_CENTS);
  return {
    deposits: amount(row.deposits_cents),
    withdrawable: amount(row.withdrawable_cents),
    accounts: of("account").map((one) => ({ accNo: one.reference, amount: amount(one.cents) })),
    dividendPayable: amount(row.dividend_cents),
    owed: amount(row.loans_cents),
    loans: of("loan").map(({ reference, purpose, cents }) => {
      return { loanNo: reference, purpose, outstanding: amount(cents) };
    }),
    fees: amount(row.fees_cents),
    tax: amount(row.tax_cents),
    shareCapital: amount(row.held_shares_cents),
    refund: amount(row.refund_cents),
  };
}

/** Returns a paid exit for its voucher; null if its figures were not stored. */
export function settledExit(row: ExitRow, names: ReadonlyMap<string, string>): SettledExit | null {
  if (row.settled === null) return null;
  const step = (actor: string | null, day: string | null) => {
    return { who: names.get(actor ?? "") ?? actor ?? "", day: day ?? "" };
  };
  const { shares_to_no: memberNo, shares_to_name: name } = row;
  return {
    deposits: row.deposits_cents ?? ZERO_CENTS,
    dividend: row.dividend_cents ?? ZERO_CENTS,
    settled: row.settled,
    fees: row.fees_cents,
    tax: row.tax_cents,
    refund: row.refund_cents ?? ZERO_CENTS,
    receiptNo: row.receipt_no,
    sharesHeld: row.held_shares_cents ?? ZERO_CENTS,
    sharesPassedOn: row.shares_cents ?? ZERO_CENTS,
    sharesTo: memberNo === null || name === null ? null : { memberNo, name },
    steps: {
      asked: step(row.asked_by, row.asked_on),
      approved: step(row.approved_by, row.approved_on),
      paid: step(row.paid_by, row.paid_on),
    },
  };
}

/** A member's refund if they left today, and the obstacles to their exit with their last days. */
export function presentOwn({ holder, holdings, guarantees, latest }: ExitView) {
  const { today } = holder;
  const settlement = settle(holdings);
  const earliest = earliestDay({
    today,
    guaranteesEnd: guarantees.map((one) => one.ends_on),
    choiceClosesOn: holder.choice_closes_on,
    onItsWay: holder.on_its_way,
  });
  const isOpen = latest?.state === "asked" || latest?.state === "approved";
  return {
    dueOn: isOpen ? latest.due_on : "",
    deposits: toWireAmount(holdings.deposits),
    accounts: holdings.withdrawable.map(({ reference, balance }) => {
      return { accNo: reference, amount: toWireAmount(balance) };
    }),
    dividendPayable: toWireAmount(holdings.dividend),
    tax: toWireAmount(settlement.tax),
    loans: holdings.loans.map(({ reference, balance }) => {
      return { loanNo: reference, outstanding: toWireAmount(balance) };
    }),
    refund: toWireAmount(settlement.refund),
    short: toWireAmount(settlement.short),
    shareCapital: toWireAmount(holdings.shares),
    blocks: [...settlement.blocks],
    guarantees: guarantees.map((one) => ({
      loanNo: one.loan_no,
      amount: toWireAmount(one.amount),
      endsOn: stillToCome(one.ends_on, today) ?? "",
    })),
    earliest: earliest ?? "",
  };
}

/** A member's exit on one page: the case, the balances, and what prevents it. */
export function presentView(view: ExitView) {
  const { holder, holdings, loans, guarantees, latest } = view;
  const shown = shownExit(view);
  const waitsToBePaid = latest?.state === "approved";
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
    tax: toWireAmount(settlement.tax),
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
    shown,
    shownDigest: digestOfShown(shown),
    approved: (waitsToBePaid && latest.approved_facts) || [],
    approvalIsStale: waitsToBePaid && isStale(latest.approved_facts, holdings),
  };
}
