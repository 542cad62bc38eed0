import type { PermittedKind } from "./permitted-kind.ts";

/** The kinds of entry of the counter and its tills. */
export const counterKinds = {
  "deposit-in-cash": {
    name: "Contribution to deposits in cash at the counter",
    debit: ["till-cash"],
    credit: ["member-deposits"],
  },
  "share-capital-in-cash": {
    name: "Contribution to share capital in cash at the counter",
    debit: ["till-cash"],
    credit: ["share-capital"],
  },
  "withdrawable-in-cash": {
    name: "Payment into withdrawable deposits in cash at the counter",
    debit: ["till-cash"],
    credit: ["withdrawable-deposits"],
  },
  "till-float": {
    name: "Float of a till, from the safe",
    debit: ["till-cash"],
    credit: ["cash"],
  },
  "till-handed-over": {
    name: "Cash of a till handed over to the safe",
    debit: ["cash"],
    credit: ["till-cash"],
  },
  "till-over": {
    name: "Till counted over",
    debit: ["till-cash"],
    credit: ["cash-over-short"],
  },
  "till-short": {
    name: "Till counted short",
    debit: ["cash-over-short"],
    credit: ["till-cash"],
  },
  "payout-from-till": {
    name: "Withdrawal paid in cash from a till",
    debit: ["payout-clearing"],
    credit: ["till-cash"],
  },
  "loan-repaid-at-counter": {
    name: "Loan repaid in cash at the counter",
    debit: ["till-cash"],
    credit: ["loan-receivable"],
  },
  "deposit-at-bank": {
    name: "Contribution to deposits by a bank slip",
    debit: ["bank"],
    credit: ["member-deposits"],
  },
  "share-capital-at-bank": {
    name: "Contribution to share capital by a bank slip",
    debit: ["bank"],
    credit: ["share-capital"],
  },
  "withdrawable-at-bank": {
    name: "Payment into withdrawable deposits by a bank slip",
    debit: ["bank"],
    credit: ["withdrawable-deposits"],
  },
  "deposit-by-cheque": {
    name: "Contribution to deposits by a cheque that cleared",
    debit: ["bank"],
    credit: ["member-deposits"],
  },
  "share-capital-by-cheque": {
    name: "Contribution to share capital by a cheque that cleared",
    debit: ["bank"],
    credit: ["share-capital"],
  },
  "withdrawable-by-cheque": {
    name: "Payment into withdrawable deposits by a cheque that cleared",
    debit: ["bank"],
    credit: ["withdrawable-deposits"],
  },
  "loan-repaid-by-cheque": {
    name: "Loan repaid by a cheque that cleared",
    debit: ["bank"],
    credit: ["loan-receivable"],
  },
} as const satisfies Readonly<Record<string, PermittedKind>>;
