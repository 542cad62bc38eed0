import { memberAccount, societyAccount } from "#server/ledger/journal/chart-of-accounts.ts";
import { credit, debit, type Entry } from "#server/ledger/journal/journal.ts";
import { disburseAfterAll } from "#server/loans/lending/loan-payouts.ts";
import type { UnitOfWork } from "#server/kernel/platform/database.ts";
import type { Payout } from "./payout-rows.ts";

/**
 * Returns the entry that sends a payment on its way once more, as it was first sent; null if it is
 * still posted, and for a loan, which is disbursed again instead.
 */
export function departureOf(payout: Payout): Entry | null {
  if (payout.replaced_by !== null) return null;
  const { source, member_id: memberId, amount_cents: amount, about, reference } = payout;
  const clearing = credit(societyAccount("payout-clearing"), amount);
  switch (source) {
    case "loan":
    case "exit":
      return null;
    case "dividend":
      return {
        kind: "dividend-to-mobile",
        narration: `${about}, paid to M-Pesa`,
        referenceNo: reference,
        lines: [debit(memberAccount("dividend-payable", memberId), amount), clearing],
      };
    case "overpayment":
      return {
        kind: "overpayment-to-refund",
        narration: about,
        referenceNo: payout.loan_no,
        lines: [
          debit(memberAccount("loan-receivable", memberId, payout.loan_no), amount),
          clearing,
        ],
      };
  }
}

/** Disburses the loans among payments that had been put back, and returns their entries. */
export async function disburseAgain(
  work: UnitOfWork,
  payouts: readonly Payout[],
): Promise<(readonly [bigint, bigint])[]> {
  const disbursed: (readonly [bigint, bigint])[] = [];
  for (const { id, source, loan_id: loanId, replaced_by: replacedBy } of payouts) {
    if (source !== "loan" || loanId === null || replacedBy !== null) continue;
    disbursed.push([id, await disburseAfterAll(work, loanId)]);
  }
  return disbursed;
}
