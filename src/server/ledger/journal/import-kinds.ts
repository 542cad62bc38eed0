import { entryKinds } from "#shared/contract/ledger/entry-kinds.ts";
import { type AccountCode, chartRow, normalSign, referencedAccounts } from "./chart-of-accounts.ts";
import { type EntryKind, permittedSides } from "./permitted-kinds.ts";

interface ImportedKind {
  readonly entry: EntryKind;
  /** Sides that are optional for the kind of entry but required here. */
  readonly without?: readonly AccountCode[];
}

/** The kinds of imported history rows and the entries they become; docs/import.md lists them. */
const importedKinds = {
  deposit: { entry: "deposit-by-check-off" },
  deposit_mpesa: { entry: "deposit-by-mpesa" },
  deposit_joining: { entry: "opening-savings" },
  share_capital: { entry: "share-capital-by-check-off" },
  share_capital_mpesa: { entry: "share-capital-by-mpesa" },
  dividend: { entry: "dividend-declared", without: ["interest-on-deposits"] },
  deposit_interest: { entry: "dividend-declared", without: ["dividend-appropriation"] },
  withholding_tax: { entry: "withholding-tax" },
  dividend_paid: { entry: "dividend-to-mobile" },
  dividend_to_shares: { entry: "dividend-to-share-capital" },
  dividend_to_deposits: { entry: "dividend-to-deposits" },
  withdrawable_in: { entry: "withdrawable-deposit" },
  withdrawable_out: { entry: "withdrawable-withdrawal" },
  loan_disbursed: { entry: "loan-disbursed" },
  loan_repaid: { entry: "loan-repaid-by-check-off" },
  loan_repaid_mpesa: { entry: "loan-repaid-by-mpesa" },
  loan_repaid_dividend: { entry: "loan-repaid-by-dividend" },
  deposits_brought_forward: { entry: "deposits-brought-forward" },
  share_capital_brought_forward: { entry: "share-capital-brought-forward" },
  withdrawable_brought_forward: { entry: "withdrawable-brought-forward" },
  dividend_brought_forward: { entry: "dividend-brought-forward" },
  loan_brought_forward: { entry: "loan-brought-forward" },
  bank_brought_forward: { entry: "bank-brought-forward" },
  check_off_received: { entry: "check-off-received" },
  payout_settled: { entry: "payout-settled" },
  mpesa_banked: { entry: "mobile-money-banked" },
  mpesa_funded: { entry: "mobile-money-funded" },
  tax_remitted: { entry: "withholding-tax-remitted" },
} as const satisfies Record<ImportedKindName, ImportedKind>;

export type ImportedKindName = (typeof entryKinds)[number];
export const importedKindNames: readonly ImportedKindName[] = entryKinds;

/** One side of the entry that an imported row becomes. */
export interface ImportedSide {
  readonly kind: ImportedKindName;
  readonly entryKind: EntryKind;
  readonly lineNo: number;
  readonly code: AccountCode;
  /** 1 for a debit, -1 for a credit. */
  readonly sign: 1 | -1;
  /** The row's full amount, or of a loan paid out the part without its fee or the fee alone. */
  readonly share: "whole" | "without fee" | "fee";
  /** Whether the row must name which of the member's accounts: a loan, a withdrawable account. */
  readonly referenced: boolean;
  readonly ofMember: boolean;
}

const referencedCodes = new Set<AccountCode>(referencedAccounts);
const shares: Partial<Record<AccountCode, ImportedSide["share"]>> = {
  "payout-clearing": "without fee",
  "fee-income": "fee",
};

/** Every side of every imported kind, from the table of permitted entries. */
export const importedSides: readonly ImportedSide[] = importedKindNames.flatMap((kind) => {
  const { entry, without = [] }: ImportedKind = importedKinds[kind];
  return permittedSides
    .filter((side) => side.kind === entry && !without.includes(side.code))
    .map(({ code, sign }, index) => ({
      kind,
      entryKind: entry,
      lineNo: index + 1,
      code,
      sign,
      share: (kind === "loan_disbursed" && shares[code]) || "whole",
      referenced: referencedCodes.has(code),
      ofMember: chartRow(code).holder === "member",
    }));
});

/** The requirements of a kind on its row. */
export interface ImportedKindNeeds {
  /** Whether it belongs to a member, not to the society. */
  readonly member: boolean;
  /** Whether the row names a loan or a withdrawable account. */
  readonly reference: "loan" | "withdrawable" | null;
  /**
   * Whether it increases the balance of the member's account; null if it moves two accounts or
   * none.
   */
  readonly grows: boolean | null;
  /** Whether it credits the member's account; null if it moves two accounts or none. */
  readonly credited: boolean | null;
}

function needsOf(kind: ImportedKindName): ImportedKindNeeds {
  const ofMember = importedSides.filter((side) => side.kind === kind && side.ofMember);
  const [only] = ofMember.length === 1 ? ofMember : [];
  const loan = ofMember.some(({ code }) => code === "loan-receivable");
  const withdrawable = ofMember.some(({ code }) => code === "withdrawable-deposits");
  return {
    member: ofMember.length > 0,
    reference: loan ? "loan" : withdrawable ? "withdrawable" : null,
    grows: only === undefined ? null : only.sign === normalSign(only.code),
    credited: only === undefined ? null : only.sign === -1,
  };
}

/** The requirements of each imported kind on its row, derived from its sides. */
export const importedKindNeeds = new Map<string, ImportedKindNeeds>(
  importedKindNames.map((kind) => [kind, needsOf(kind)]),
);
