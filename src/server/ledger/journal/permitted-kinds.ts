import type { AccountCode } from "./chart-of-accounts.ts";
import { counterKinds } from "./counter-kinds.ts";
import type { PermittedKind } from "./permitted-kind.ts";
import { societyKinds } from "./society-kinds.ts";

/**
 * The only permitted kinds of entry, with the accounts each debits and credits; docs/ledger.md
 * shows them with figures. Only a reversal is not listed: it uses the accounts of the entry it
 * reverses.
 */
export const permittedKinds = {
  "opening-savings": {
    name: "Savings a new member brings",
    debit: ["bank"],
    credit: ["member-deposits"],
  },
  "opening-savings-in-cash": {
    name: "Savings a new member brings in cash",
    debit: ["cash"],
    credit: ["member-deposits"],
  },
  "deposit-by-check-off": {
    name: "Contribution to deposits by check-off",
    debit: ["check-off-clearing"],
    credit: ["member-deposits"],
  },
  "deposit-by-mpesa": {
    name: "Contribution to deposits by M-Pesa",
    debit: ["mobile-money"],
    credit: ["member-deposits"],
  },
  "share-capital-by-check-off": {
    name: "Contribution to share capital by check-off",
    debit: ["check-off-clearing"],
    credit: ["share-capital"],
  },
  "share-capital-by-mpesa": {
    name: "Contribution to share capital by M-Pesa",
    debit: ["mobile-money"],
    credit: ["share-capital"],
  },
  "fee-by-check-off": {
    name: "Fee or contribution of a member by check-off",
    debit: ["check-off-clearing"],
    credit: ["membership-fees", "welfare-fund", "insurance-premiums"],
    optional: ["membership-fees", "welfare-fund", "insurance-premiums"],
  },
  "check-off-received": {
    name: "Check-off money received at the bank",
    debit: ["bank"],
    credit: ["check-off-clearing"],
  },
  "check-off-unplaced": {
    name: "Check-off of a line that is not placed yet",
    debit: ["check-off-clearing"],
    credit: ["check-off-suspense"],
  },
  "suspense-to-deposits": {
    name: "Check-off in suspense placed on deposits",
    debit: ["check-off-suspense"],
    credit: ["member-deposits"],
  },
  "suspense-to-share-capital": {
    name: "Check-off in suspense placed on share capital",
    debit: ["check-off-suspense"],
    credit: ["share-capital"],
  },
  "suspense-to-fee": {
    name: "Check-off in suspense placed as a fee or contribution",
    debit: ["check-off-suspense"],
    credit: ["membership-fees", "welfare-fund", "insurance-premiums"],
    optional: ["membership-fees", "welfare-fund", "insurance-premiums"],
  },
  "withdrawable-deposit": {
    name: "Payment into withdrawable deposits",
    debit: ["mobile-money"],
    credit: ["withdrawable-deposits"],
  },
  "withdrawable-withdrawal": {
    name: "Withdrawal from withdrawable deposits",
    debit: ["withdrawable-deposits"],
    credit: ["payout-clearing"],
  },
  "withdrawal-fee": {
    name: "Fee for a withdrawal",
    debit: ["withdrawable-deposits"],
    credit: ["withdrawal-fees"],
  },
  "withdrawable-to-deposits": {
    name: "Transfer from withdrawable deposits to deposits",
    debit: ["withdrawable-deposits"],
    credit: ["member-deposits"],
  },
  "withdrawable-to-share-capital": {
    name: "Transfer from withdrawable deposits to share capital",
    debit: ["withdrawable-deposits"],
    credit: ["share-capital"],
  },
  "loan-repaid-from-withdrawable": {
    name: "Loan repaid from withdrawable deposits",
    debit: ["withdrawable-deposits"],
    credit: ["loan-receivable"],
  },
  "mpesa-unplaced": {
    name: "M-Pesa payment of an account number that is not placed yet",
    debit: ["mobile-money"],
    credit: ["mpesa-suspense"],
  },
  "mpesa-suspense-to-deposits": {
    name: "M-Pesa payment in suspense placed on deposits",
    debit: ["mpesa-suspense"],
    credit: ["member-deposits"],
  },
  "mpesa-suspense-to-share-capital": {
    name: "M-Pesa payment in suspense placed on share capital",
    debit: ["mpesa-suspense"],
    credit: ["share-capital"],
  },
  "mpesa-suspense-to-withdrawable": {
    name: "M-Pesa payment in suspense placed on withdrawable deposits",
    debit: ["mpesa-suspense"],
    credit: ["withdrawable-deposits"],
  },
  "mpesa-suspense-returned": {
    name: "M-Pesa payment in suspense returned to its sender",
    debit: ["mpesa-suspense"],
    credit: ["mobile-money"],
  },
  "dividend-declared": {
    name: "Dividend of a member declared",
    debit: ["dividend-appropriation", "interest-on-deposits"],
    credit: ["dividend-payable"],
    optional: ["dividend-appropriation", "interest-on-deposits"],
  },
  "withholding-tax": {
    name: "Withholding tax on a dividend paid out",
    debit: ["dividend-payable"],
    credit: ["withholding-tax-payable"],
  },
  "withholding-tax-remitted": {
    name: "Withholding tax remitted",
    debit: ["withholding-tax-payable"],
    credit: ["bank"],
  },
  "dividend-to-share-capital": {
    name: "Dividend capitalised to shares",
    debit: ["dividend-payable"],
    credit: ["share-capital"],
  },
  "dividend-to-deposits": {
    name: "Dividend added to deposits",
    debit: ["dividend-payable"],
    credit: ["member-deposits"],
  },
  "dividend-to-mobile": {
    name: "Dividend paid through mobile money",
    debit: ["dividend-payable"],
    credit: ["payout-clearing"],
  },
  "dividend-to-bank": {
    name: "Dividend to be paid to the member's bank account",
    debit: ["dividend-payable"],
    credit: ["payout-clearing"],
  },
  "dividend-to-withdrawable": {
    name: "Dividend paid into a withdrawable account",
    debit: ["dividend-payable"],
    credit: ["withdrawable-deposits"],
  },
  "dividend-in-cash": {
    name: "Dividend paid in cash at the office",
    debit: ["dividend-payable"],
    credit: ["cash"],
  },
  "dividend-to-hospital-bill": {
    name: "Hospital bill paid out of a dividend",
    debit: ["dividend-payable"],
    credit: ["hospital-bills-payable"],
  },
  "hospital-bills-paid": {
    name: "Members' bills paid over to the hospital",
    debit: ["hospital-bills-payable"],
    credit: ["bank"],
  },
  "loan-disbursed": {
    name: "Loan disbursed, its fee taken as income",
    debit: ["loan-receivable"],
    credit: ["payout-clearing", "fee-income"],
    optional: ["fee-income"],
  },
  "loan-repaid-by-check-off": {
    name: "Loan repaid by check-off",
    debit: ["check-off-clearing"],
    credit: ["loan-receivable"],
  },
  "loan-repaid-from-suspense": {
    name: "Check-off in suspense placed on a loan",
    debit: ["check-off-suspense"],
    credit: ["loan-receivable"],
  },
  "loan-repaid-from-mpesa-suspense": {
    name: "M-Pesa payment in suspense placed on a loan",
    debit: ["mpesa-suspense"],
    credit: ["loan-receivable"],
  },
  "loan-repaid-by-mpesa": {
    name: "Loan repaid by M-Pesa",
    debit: ["mobile-money"],
    credit: ["loan-receivable"],
  },
  "loan-repaid-in-cash": {
    name: "Loan repaid in cash at the office",
    debit: ["cash"],
    credit: ["loan-receivable"],
  },
  "loan-repaid-at-bank": {
    name: "Loan repaid into the bank",
    debit: ["bank"],
    credit: ["loan-receivable"],
  },
  "loan-repaid-by-dividend": {
    name: "Loan repaid out of a dividend",
    debit: ["dividend-payable"],
    credit: ["loan-receivable"],
  },
  "overpayment-to-deposits": {
    name: "More than was owed on a loan, moved to deposits",
    debit: ["loan-receivable"],
    credit: ["member-deposits"],
  },
  "overpayment-to-refund": {
    name: "More than was owed on a loan, to be paid back",
    debit: ["loan-receivable"],
    credit: ["payout-clearing"],
  },
  "loan-repaid-by-overpayment": {
    name: "Loan repaid with what was paid over on another of the member",
    debit: ["payout-clearing"],
    credit: ["loan-receivable"],
  },
  "payout-settled": {
    name: "Payout arrived on the member's phone",
    debit: ["payout-clearing"],
    credit: ["mobile-money"],
  },
  "payout-by-bank": {
    name: "Payout paid by bank transfer",
    debit: ["payout-clearing"],
    credit: ["bank"],
  },
  "payout-by-cheque": {
    name: "Payout paid by cheque",
    debit: ["payout-clearing"],
    credit: ["bank"],
  },
  "payout-in-cash": {
    name: "Payout paid in cash at the office",
    debit: ["payout-clearing"],
    credit: ["cash"],
  },
  "payout-returned-by-bank": {
    name: "Payout returned by the bank after it was paid",
    debit: ["bank"],
    credit: ["payout-clearing"],
  },
  "payout-returned-by-mpesa": {
    name: "Payout reversed by M-Pesa after it had arrived",
    debit: ["mobile-money"],
    credit: ["payout-clearing"],
  },
  "deposits-on-exit": {
    name: "Deposits of a member who leaves",
    debit: ["member-deposits"],
    credit: ["exit-clearing"],
  },
  "withdrawable-on-exit": {
    name: "Withdrawable deposits of a member who leaves",
    debit: ["withdrawable-deposits"],
    credit: ["exit-clearing"],
  },
  "dividend-on-exit": {
    name: "Dividend payable of a member who leaves",
    debit: ["dividend-payable"],
    credit: ["exit-clearing"],
  },
  "loan-overpaid-on-exit": {
    name: "Loan paid more than owed, of a member who leaves",
    debit: ["loan-receivable"],
    credit: ["exit-clearing"],
  },
  "loan-repaid-on-exit": {
    name: "Loan repaid out of what a leaving member has",
    debit: ["exit-clearing"],
    credit: ["loan-receivable"],
  },
  "exit-refund-queued": {
    name: "Refund to a member who leaves, queued as a payout",
    debit: ["exit-clearing"],
    credit: ["payout-clearing"],
  },
  "exit-refunded": {
    name: "Refund to a member who leaves",
    debit: ["exit-clearing"],
    credit: ["bank"],
  },
  "share-capital-given": {
    name: "Share capital transferred to another member",
    debit: ["share-capital"],
    credit: ["share-transfers"],
  },
  "share-capital-received": {
    name: "Share capital transferred from another member",
    debit: ["share-transfers"],
    credit: ["share-capital"],
  },
  "cash-banked": { name: "Cash of the office banked", debit: ["bank"], credit: ["cash"] },
  "mobile-money-banked": {
    name: "M-Pesa money moved to the bank",
    debit: ["bank"],
    credit: ["mobile-money"],
  },
  "mobile-money-funded": {
    name: "Bank money moved to M-Pesa, for payouts",
    debit: ["mobile-money"],
    credit: ["bank"],
  },
  "bank-brought-forward": {
    name: "Bank brought forward",
    debit: ["bank"],
    credit: ["opening-balances"],
  },
  "deposits-brought-forward": {
    name: "Deposits brought forward",
    debit: ["opening-balances"],
    credit: ["member-deposits"],
  },
  "share-capital-brought-forward": {
    name: "Share capital brought forward",
    debit: ["opening-balances"],
    credit: ["share-capital"],
  },
  "withdrawable-brought-forward": {
    name: "Withdrawable deposits brought forward",
    debit: ["opening-balances"],
    credit: ["withdrawable-deposits"],
  },
  "dividend-brought-forward": {
    name: "Dividend payable brought forward",
    debit: ["opening-balances"],
    credit: ["dividend-payable"],
  },
  "loan-brought-forward": {
    name: "Loan brought forward",
    debit: ["loan-receivable"],
    credit: ["opening-balances"],
  },
  ...counterKinds,
  ...societyKinds,
} as const satisfies Record<string, PermittedKind>;

/** The kind of an entry. Only `reverse` posts a reversal. */
export type EntryKind = keyof typeof permittedKinds;
export const entryKinds = Object.keys(permittedKinds) as EntryKind[];

/** One side of a kind of entry: the account it debits or credits. */
export interface PermittedSide {
  readonly kind: EntryKind;
  readonly code: AccountCode;
  /** 1 for the debit side, -1 for the credit side. */
  readonly sign: 1 | -1;
  readonly optional: boolean;
}

/**
 * The table of permitted kinds with a row for each side, as used by the reconciler and the docs.
 */
export const permittedSides: readonly PermittedSide[] = entryKinds.flatMap((kind) => {
  const permitted: PermittedKind = permittedKinds[kind];
  const side = (sign: 1 | -1) => (code: AccountCode) => {
    return { kind, code, sign, optional: permitted.optional?.includes(code) ?? false };
  };
  return [...permitted.debit.map(side(1)), ...permitted.credit.map(side(-1))];
});
