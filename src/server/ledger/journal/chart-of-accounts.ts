import { type Cents, ZERO_CENTS } from "#shared/money.ts";

/** The types of account, in the order of the reports. */
const accountTypes = ["asset", "liability", "equity", "income", "expense"] as const;
export type AccountType = (typeof accountTypes)[number];

interface CommonRow {
  readonly name: string;
  /** Where it belongs in the income statement (income, expense) or the balance sheet (the rest). */
  readonly type: AccountType;
  /** The side on which an amount increases its balance. */
  readonly normalSide: "debit" | "credit";
  /** The lowest balance allowed in its normal direction; null if there is no limit. */
  readonly floor: Cents | null;
}

/** Whether the code has one ledger account, or accounts of each member. */
type ChartRow = CommonRow & (SocietyRow | MemberRow);

interface SocietyRow {
  readonly holder: "society";
}

interface MemberRow {
  readonly holder: "member";
  /** One from the first day, or as many as are opened, told apart by their reference. */
  readonly perMember: "one" | "many";
}

/** Every ledger account. Those of the society are opened by the migrations. */
export const chartOfAccounts = {
  bank: { name: "Bank", type: "asset", normalSide: "debit", holder: "society", floor: null },
  cash: {
    name: "Cash in the safe",
    type: "asset",
    normalSide: "debit",
    holder: "society",
    floor: null,
  },
  "till-cash": {
    name: "Cash in the tills",
    type: "asset",
    normalSide: "debit",
    holder: "society",
    floor: ZERO_CENTS,
  },
  // The shortages of tills, less their surpluses.
  "cash-over-short": {
    name: "Cash over and short",
    type: "expense",
    normalSide: "debit",
    holder: "society",
    floor: null,
  },
  "mobile-money": {
    name: "M-Pesa",
    type: "asset",
    normalSide: "debit",
    holder: "society",
    floor: null,
  },
  "check-off-clearing": {
    name: "Check-off due from the employer",
    type: "asset",
    normalSide: "debit",
    holder: "society",
    floor: null,
  },
  // Check-off money not yet assigned to a member. It is owed to somebody, so never below zero.
  "check-off-suspense": {
    name: "Check-off not placed yet",
    type: "liability",
    normalSide: "credit",
    holder: "society",
    floor: ZERO_CENTS,
  },
  // M-Pesa money not yet assigned to a member. It is owed to somebody, so never below zero.
  "mpesa-suspense": {
    name: "M-Pesa payments not placed yet",
    type: "liability",
    normalSide: "credit",
    holder: "society",
    floor: ZERO_CENTS,
  },
  "dividend-appropriation": {
    name: "Surplus appropriated to dividends",
    type: "equity",
    normalSide: "debit",
    holder: "society",
    floor: null,
  },
  "interest-on-deposits": {
    name: "Interest on members' deposits",
    type: "expense",
    normalSide: "debit",
    holder: "society",
    floor: null,
  },
  "payout-clearing": {
    name: "Payouts on their way to members",
    type: "liability",
    normalSide: "credit",
    holder: "society",
    floor: null,
  },
  "withholding-tax-payable": {
    name: "Withholding tax to remit",
    type: "liability",
    normalSide: "credit",
    holder: "society",
    floor: null,
  },
  "hospital-bills-payable": {
    name: "Members' hospital bills to pay",
    type: "liability",
    normalSide: "credit",
    holder: "society",
    floor: null,
  },
  "fee-income": {
    name: "Loan fees",
    type: "income",
    normalSide: "credit",
    holder: "society",
    floor: null,
  },
  "withdrawal-fees": {
    name: "Fees for withdrawals",
    type: "income",
    normalSide: "credit",
    holder: "society",
    floor: null,
  },
  "membership-fees": {
    name: "Registration and membership fees",
    type: "income",
    normalSide: "credit",
    holder: "society",
    floor: null,
  },
  "welfare-fund": {
    name: "Members' welfare fund",
    type: "liability",
    normalSide: "credit",
    holder: "society",
    floor: ZERO_CENTS,
  },
  "insurance-premiums": {
    name: "Insurance premiums to pass on",
    type: "liability",
    normalSide: "credit",
    holder: "society",
    floor: ZERO_CENTS,
  },
  "bank-interest": {
    name: "Interest earned at the bank",
    type: "income",
    normalSide: "credit",
    holder: "society",
    floor: null,
  },
  "other-income": {
    name: "Other income",
    type: "income",
    normalSide: "credit",
    holder: "society",
    floor: null,
  },
  "bank-charges": {
    name: "Bank charges",
    type: "expense",
    normalSide: "debit",
    holder: "society",
    floor: null,
  },
  "mpesa-charges": {
    name: "M-Pesa charges",
    type: "expense",
    normalSide: "debit",
    holder: "society",
    floor: null,
  },
  "operating-expenses": {
    name: "Other operating expenses",
    type: "expense",
    normalSide: "debit",
    holder: "society",
    floor: null,
  },
  // The surplus of earlier years is not posted here: reports add it from the lines of income and
  // expense (decision 0096). So a transfer of that surplus may take the account below zero.
  "retained-surplus": {
    name: "Retained surplus",
    type: "equity",
    normalSide: "credit",
    holder: "society",
    floor: null,
  },
  "statutory-reserve": {
    name: "Statutory reserve",
    type: "equity",
    normalSide: "credit",
    holder: "society",
    floor: ZERO_CENTS,
  },
  "institutional-capital": {
    name: "Institutional capital: grants and other reserves",
    type: "equity",
    normalSide: "credit",
    holder: "society",
    floor: ZERO_CENTS,
  },
  // Contra account for balances imported from an earlier system; zero once all are imported.
  "opening-balances": {
    name: "Balances brought forward",
    type: "equity",
    normalSide: "credit",
    holder: "society",
    floor: null,
  },
  // The total owed to a leaving member until it is refunded; zero after each refund.
  "exit-clearing": {
    name: "Refunds to members who leave",
    type: "liability",
    normalSide: "credit",
    holder: "society",
    floor: ZERO_CENTS,
  },
  // Clearing account for share transfers, since no entry moves money between members; always back
  // at zero.
  "share-transfers": {
    name: "Share capital on its way between members",
    type: "equity",
    normalSide: "credit",
    holder: "society",
    floor: ZERO_CENTS,
  },
  "member-deposits": {
    name: "Deposits",
    type: "liability",
    normalSide: "credit",
    holder: "member",
    perMember: "one",
    floor: ZERO_CENTS,
  },
  "share-capital": {
    name: "Share capital",
    type: "equity",
    normalSide: "credit",
    holder: "member",
    perMember: "one",
    floor: ZERO_CENTS,
  },
  "withdrawable-deposits": {
    name: "Withdrawable deposits",
    type: "liability",
    normalSide: "credit",
    holder: "member",
    perMember: "many",
    floor: ZERO_CENTS,
  },
  "dividend-payable": {
    name: "Dividend payable",
    type: "liability",
    normalSide: "credit",
    holder: "member",
    perMember: "one",
    floor: ZERO_CENTS,
  },
  // One for each loan. No floor: an overpayment is owed back and shown as a negative balance.
  "loan-receivable": {
    name: "Loan",
    type: "asset",
    normalSide: "debit",
    holder: "member",
    perMember: "many",
    floor: null,
  },
} as const satisfies Record<string, ChartRow>;

type Chart = typeof chartOfAccounts;
type CodeHeldBy<Holder extends ChartRow["holder"]> = {
  [Code in keyof Chart]: Chart[Code]["holder"] extends Holder ? Code : never;
}[keyof Chart];

export type AccountCode = keyof Chart;
export type SocietyAccountCode = CodeHeldBy<"society">;
export type MemberAccountCode = CodeHeldBy<"member">;

const memberAccountCodes = (Object.keys(chartOfAccounts) as AccountCode[]).filter(
  (code): code is MemberAccountCode => chartOfAccounts[code].holder === "member",
);
const accountsPerMember = (perMember: MemberRow["perMember"]) =>
  memberAccountCodes.filter((code) => chartOfAccounts[code].perMember === perMember);

/** The accounts that every member has from the first day. */
export const accountsOfEveryMember = accountsPerMember("one");

/** The accounts of which a member may have several, told apart by their reference. */
export const referencedAccounts = accountsPerMember("many");

/** The key of one ledger account. */
export interface AccountKey {
  readonly code: AccountCode;
  /** Null for one of the society's own accounts. */
  readonly memberId: bigint | null;
  /**
   * Distinguishes a member's accounts of the same code, such as a loan by its number, and the
   * society's accounts that were added to the chart, by their code.
   */
  readonly reference: string;
}

/** Returns the key of one of the society's own accounts; `added` is the code of an added one. */
export function societyAccount(code: SocietyAccountCode, added = ""): AccountKey {
  return { code, memberId: null, reference: added };
}

/** Returns the key of a member's account; for a loan, `reference` is its loan number. */
export function memberAccount(
  code: MemberAccountCode,
  memberId: bigint,
  reference = "",
): AccountKey {
  return { code, memberId, reference };
}

/** Returns the account's row of the chart. */
export function chartRow(code: AccountCode): ChartRow {
  return chartOfAccounts[code];
}

/** Returns 1 if a debit increases the account's balance, -1 if a credit does. */
export function normalSign(code: AccountCode): 1 | -1 {
  return chartRow(code).normalSide === "debit" ? 1 : -1;
}
