/** The parts of the list of kinds, in the order of the form. */
export const treasuryGroups = ["own-accounts", "received", "paid", "passed-on", "capital"] as const;
export type TreasuryGroup = (typeof treasuryGroups)[number];

/**
 * The series in which the reference of a movement counts once: the bank's and M-Pesa's numbers, the
 * society's own vouchers, and charges, which carry the number of the payment for which they were
 * charged.
 */
const referenceSeries = ["bank", "mpesa", "voucher", "bank-charge", "mpesa-charge"] as const;
export type ReferenceSeries = (typeof referenceSeries)[number];

interface TreasuryRule {
  readonly group: TreasuryGroup;
  /** The series of its reference; null if it has none. */
  readonly series: ReferenceSeries | null;
  /** Whether a movement may be entered without its reference. */
  readonly isReferenceOptional?: boolean;
  /** Whether it may be paid by a cheque, whose number is its reference. */
  readonly byCheque?: true;
  /** The amount that the movement may not exceed: the one owed, due or held. */
  readonly atMost?: "owed" | "due" | "held";
}

const charge = { group: "paid", isReferenceOptional: true } as const;
const passedOn = { group: "passed-on", series: "bank", byCheque: true } as const;
const transfer = { group: "capital", series: null } as const;

/** Every movement of the society's own money that the office can enter. */
const treasuryKinds = {
  "mobile-money-funded": { group: "own-accounts", series: "bank" },
  "mobile-money-banked": { group: "own-accounts", series: "bank" },
  "cash-banked": { group: "own-accounts", series: "bank", atMost: "held" },
  "cash-drawn": { group: "own-accounts", series: "bank", byCheque: true },
  "check-off-received": { group: "received", series: "bank", atMost: "due" },
  "bank-interest-received": { ...charge, group: "received", series: "bank-charge" },
  "other-income-at-bank": { group: "received", series: "bank" },
  "other-income-by-mpesa": { group: "received", series: "mpesa" },
  "other-income-in-cash": { group: "received", series: "voucher" },
  "bank-charge": { ...charge, series: "bank-charge" },
  "mpesa-charge": { ...charge, series: "mpesa-charge" },
  "mpesa-charge-at-bank": { ...charge, series: "bank-charge" },
  "expense-by-bank": { group: "paid", series: "bank", byCheque: true },
  "expense-by-mpesa": { group: "paid", series: "mpesa" },
  "expense-in-cash": { group: "paid", series: "voucher", atMost: "held" },
  "withholding-tax-remitted": { ...passedOn, atMost: "owed" },
  "hospital-bills-paid": { ...passedOn, atMost: "owed" },
  "insurance-premiums-paid": { ...passedOn, atMost: "owed" },
  "welfare-paid": { ...passedOn, atMost: "owed" },
  "capital-grant-received": { group: "capital", series: "bank" },
  "surplus-to-statutory-reserve": transfer,
  "surplus-to-institutional-capital": transfer,
  "dividends-from-surplus": transfer,
  "surplus-brought-forward": transfer,
  "deficit-brought-forward": transfer,
  "reserve-brought-forward": transfer,
  "capital-brought-forward": transfer,
} as const satisfies Readonly<Record<string, TreasuryRule>>;

export type TreasuryKind = keyof typeof treasuryKinds;
export const treasuryKindNames = Object.keys(treasuryKinds) as [TreasuryKind, ...TreasuryKind[]];

/** Returns what applies to a kind of movement. */
export function treasuryRule(kind: TreasuryKind): TreasuryRule {
  return treasuryKinds[kind];
}

/** The most files that one movement can carry. */
export const MAX_ATTACHMENTS = 5;
