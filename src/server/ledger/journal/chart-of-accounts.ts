import { type Cents, ZERO_CENTS } from "#shared/money.ts";

/** One ledger account of the chart, or one for each member. */
interface ChartRow {
  readonly name: string;
  /** Where an amount makes its balance grow. */
  readonly normalSide: "debit" | "credit";
  readonly holder: "society" | "member";
  /** The least its balance may be in its normal direction; null where it may be anything. */
  readonly floor: Cents | null;
}

/** Every ledger account there is. Those of the society are opened by the migrations. */
export const chartOfAccounts = {
  bank: { name: "Bank", normalSide: "debit", holder: "society", floor: null },
  cash: { name: "Cash at the office", normalSide: "debit", holder: "society", floor: null },
  "mobile-money": { name: "M-Pesa", normalSide: "debit", holder: "society", floor: null },
  "check-off-clearing": {
    name: "Check-off due from the employer",
    normalSide: "debit",
    holder: "society",
    floor: null,
  },
  // What came by check-off and is nobody's yet: owed to somebody, so never below zero.
  "check-off-suspense": {
    name: "Check-off not placed yet",
    normalSide: "credit",
    holder: "society",
    floor: ZERO_CENTS,
  },
  "dividend-appropriation": {
    name: "Surplus appropriated to dividends",
    normalSide: "debit",
    holder: "society",
    floor: null,
  },
  "interest-on-deposits": {
    name: "Interest on members' deposits",
    normalSide: "debit",
    holder: "society",
    floor: null,
  },
  "payout-clearing": {
    name: "Payouts on their way to members",
    normalSide: "credit",
    holder: "society",
    floor: null,
  },
  "withholding-tax-payable": {
    name: "Withholding tax to remit",
    normalSide: "credit",
    holder: "society",
    floor: null,
  },
  "hospital-bills-payable": {
    name: "Members' hospital bills to pay",
    normalSide: "credit",
    holder: "society",
    floor: null,
  },
  "fee-income": { name: "Loan fees", normalSide: "credit", holder: "society", floor: null },
  "membership-fees": {
    name: "Registration and membership fees",
    normalSide: "credit",
    holder: "society",
    floor: null,
  },
  "welfare-fund": {
    name: "Members' welfare fund",
    normalSide: "credit",
    holder: "society",
    floor: ZERO_CENTS,
  },
  "insurance-premiums": {
    name: "Insurance premiums to pass on",
    normalSide: "credit",
    holder: "society",
    floor: ZERO_CENTS,
  },
  // What a society brings from an earlier system stands against this; nought once all is in.
  "opening-balances": {
    name: "Balances brought forward",
    normalSide: "credit",
    holder: "society",
    floor: null,
  },
  // What a member who leaves is owed in all, until it is refunded; nought after each such set.
  "exit-clearing": {
    name: "Refunds to members who leave",
    normalSide: "credit",
    holder: "society",
    floor: ZERO_CENTS,
  },
  // No entry passes money between members: shares go by here, and are nought again at once.
  "share-transfers": {
    name: "Share capital on its way between members",
    normalSide: "credit",
    holder: "society",
    floor: ZERO_CENTS,
  },
  "member-deposits": {
    name: "Deposits",
    normalSide: "credit",
    holder: "member",
    floor: ZERO_CENTS,
  },
  "share-capital": {
    name: "Share capital",
    normalSide: "credit",
    holder: "member",
    floor: ZERO_CENTS,
  },
  "withdrawable-deposits": {
    name: "Withdrawable deposits",
    normalSide: "credit",
    holder: "member",
    floor: ZERO_CENTS,
  },
  "dividend-payable": {
    name: "Dividend payable",
    normalSide: "credit",
    holder: "member",
    floor: ZERO_CENTS,
  },
  // One for each loan. No floor: who pays too much is owed the rest, shown as a negative balance.
  "loan-receivable": { name: "Loan", normalSide: "debit", holder: "member", floor: null },
} as const satisfies Record<string, ChartRow>;

type Chart = typeof chartOfAccounts;
type CodeHeldBy<Holder extends ChartRow["holder"]> = {
  [Code in keyof Chart]: Chart[Code]["holder"] extends Holder ? Code : never;
}[keyof Chart];

export type AccountCode = keyof Chart;
export type SocietyAccountCode = CodeHeldBy<"society">;
export type MemberAccountCode = CodeHeldBy<"member">;

/** The accounts every member has from the first day. */
export const accountsOfEveryMember = [
  "member-deposits",
  "share-capital",
  "dividend-payable",
] as const satisfies MemberAccountCode[];

/** What names one ledger account. */
export interface AccountKey {
  readonly code: AccountCode;
  /** Null for an account of the society's own. */
  readonly memberId: bigint | null;
  /** Tells a member's several accounts of one code apart; a loan's is its loan number. */
  readonly reference: string;
}

/** Names an account of the society's own. */
export function societyAccount(code: SocietyAccountCode): AccountKey {
  return { code, memberId: null, reference: "" };
}

/** Names an account of a member; a loan's reference is its loan number. */
export function memberAccount(
  code: MemberAccountCode,
  memberId: bigint,
  reference = "",
): AccountKey {
  return { code, memberId, reference };
}

/** The account's row of the chart. */
export function chartRow(code: AccountCode): ChartRow {
  return chartOfAccounts[code];
}

/** 1 where a debit makes the account's balance grow, -1 where a credit does. */
export function normalSign(code: AccountCode): 1 | -1 {
  return chartRow(code).normalSide === "debit" ? 1 : -1;
}
