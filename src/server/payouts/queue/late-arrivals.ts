import { memberAccount, societyAccount } from "#server/ledger/journal/chart-of-accounts.ts";
import { narrationOf } from "#server/ledger/journal/narrations.ts";
import { credit, debit, type Entry } from "#server/ledger/journal/journal.ts";
import { disburseAfterAll } from "#server/loans/lending/loan-payouts.ts";
import { withdrawableAccount } from "#server/loans/lending/withdrawable-accounts.ts";
import type { UnitOfWork } from "#server/kernel/platform/database.ts";
import type { Payout } from "./payout-rows.ts";

/**
 * Returns the entry that sends a payment again, as it was first sent; null if it is still posted,
 * and for a loan, which is disbursed again instead.
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
        ...(payout.channel === "office"
          ? { kind: "dividend-to-bank", narration: narrationOf("toBank", { narration: about }) }
          : {
              kind: "dividend-to-mobile",
              narration: narrationOf("toMpesa", { narration: about }),
            }),
        referenceNo: reference,
        lines: [debit(memberAccount("dividend-payable", memberId), amount), clearing],
      };
    case "withdrawal":
      return {
        kind: "withdrawable-withdrawal",
        narration: about,
        referenceNo: reference,
        lines: [debit(withdrawableAccount(memberId, payout.account_no), amount), clearing],
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

/**
 * Returns the entry that charges the fee of a withdrawal again, after it was returned with it; null
 * if there is none.
 */
export function feeAgain(payout: Payout): Entry | null {
  const { source, replaced_by: replacedBy, fee_cents: fee, about, reference } = payout;
  if (source !== "withdrawal" || replacedBy !== null || fee === null || fee === 0n) return null;
  return {
    kind: "withdrawal-fee",
    narration: narrationOf("withdrawalFeeAgain", { narration: about }),
    referenceNo: reference,
    lines: [
      debit(withdrawableAccount(payout.member_id, payout.account_no), fee),
      credit(societyAccount("withdrawal-fees"), fee),
    ],
  };
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
