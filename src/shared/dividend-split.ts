import { addCents, type Cents, cents, shillings, ZERO_CENTS } from "./money.ts";
import { grossFor, netOf, type TaxByMode, taxOn } from "./dividend-tax.ts";
import type { SplitMode } from "./split-modes.ts";

/** One row of a split, as a member fills it in. */
export interface SplitRow {
  readonly mode: SplitMode;
  readonly amount: Cents;
  /** The loan it offsets; empty for every other mode. */
  readonly loanNo: string;
  /** The reference of the bill it pays; empty for every other mode. */
  readonly bill: string;
}

/** A loan that may be offset, with the amount owed on it. */
export interface OffsetLoan {
  readonly loanNo: string;
  readonly balance: Cents;
}

/** The limits of a split. */
export interface SplitTerms {
  /** The amount to split: the gross dividend less what is held against arrears. */
  readonly gross: Cents;
  readonly tax: TaxByMode;
  /** The most that one mobile-money payment may be, after tax. */
  readonly mobileMaximum: Cents;
  /** Whether there is a number confirmed by its owner. */
  readonly mobileIsConfirmed: boolean;
  readonly loans: readonly OffsetLoan[];
}

/** The most rows a split may have. */
export const MAX_ROWS = 20;

/** The possible errors of one row. */
export type RowProblem =
  | "amount"
  | "unconfirmed"
  | "whole-shillings"
  | "payment-maximum"
  | "no-loan"
  | "loan-balance"
  | "bill";

/** A row with its tax, its net and its error, if any. */
export interface SplitLeg extends SplitRow {
  readonly tax: Cents;
  readonly net: Cents;
  readonly problem: RowProblem | null;
}

export interface Split {
  readonly legs: readonly SplitLeg[];
  readonly total: Cents;
  /** The amount still to place; negative if too much was placed. */
  readonly balance: Cents;
  readonly tax: Cents;
  readonly net: Cents;
  /** No row has an error and nothing is left to place. */
  readonly isComplete: boolean;
}

/** An accepted bill reference, in capitals; null for anything else. */
export function parseBillReference(given: string): string | null {
  const reference = given.trim().toUpperCase();
  return /^[A-Z0-9][A-Z0-9/ -]{1,29}$/.test(reference) ? reference : null;
}

/**
 * Calculates a split: the tax and the net of each row, the totals, and the errors. For any rows,
 * their tax and net sum to the total, and the total and the balance to the gross.
 */
export function calculateSplit(rows: readonly SplitRow[], terms: SplitTerms): Split {
  const legs: SplitLeg[] = [];
  for (const row of rows) {
    const tax = row.amount > 0n ? taxOn(row.amount, terms.tax[row.mode]) : ZERO_CENTS;
    const net = cents(row.amount - tax);
    const problem = problemOf({ ...row, tax, net, problem: null }, legs, terms);
    legs.push({ ...row, tax, net, problem });
  }
  const total = addCents(...legs.map(({ amount }) => amount));
  const tax = addCents(...legs.map((leg) => leg.tax));
  const balance = cents(terms.gross - total);
  return {
    legs,
    total,
    balance,
    tax,
    net: cents(total - tax),
    isComplete:
      balance === 0n &&
      legs.length > 0 &&
      legs.length <= MAX_ROWS &&
      legs.every(({ problem }) => problem === null),
  };
}

function problemOf(
  leg: SplitLeg,
  before: readonly SplitLeg[],
  terms: SplitTerms,
): RowProblem | null {
  if (leg.amount <= 0n) return "amount";
  if (leg.mode === "hospital-bill") return parseBillReference(leg.bill) === null ? "bill" : null;
  if (leg.mode === "loan") {
    const room = roomOfLoan(leg.loanNo, before, terms);
    if (room === null) return "no-loan";
    return leg.net > room ? "loan-balance" : null;
  }
  if (leg.mode === "mobile") {
    if (!terms.mobileIsConfirmed) return "unconfirmed";
    if (leg.net <= 0n || leg.net % shillings(1) !== 0n) return "whole-shillings";
    return leg.net > terms.mobileMaximum ? "payment-maximum" : null;
  }
  return null;
}

/** The amount that earlier rows leave to pay on a loan; null for an unknown loan. */
function roomOfLoan(
  loanNo: string,
  before: readonly SplitLeg[],
  { loans }: SplitTerms,
): Cents | null {
  const loan = loans.find((one) => one.loanNo === loanNo);
  if (loan === undefined) return null;
  const paid = before.filter((leg) => leg.mode === "loan" && leg.loanNo === loanNo);
  return cents(loan.balance - addCents(...paid.map(({ net }) => net)));
}

/**
 * The amount that places the whole rest in one row, or as much as the row may hold: at most the
 * balance of a loan, or one payment to a phone, in whole shillings after tax.
 */
export function restFor(rows: readonly SplitRow[], index: number, terms: SplitTerms): Cents {
  const row = rows[index];
  if (row === undefined) return ZERO_CENTS;
  const others = rows.filter((_, at) => at !== index);
  const { legs, balance } = calculateSplit(others, terms);
  if (balance <= 0n) return ZERO_CENTS;
  const rate = terms.tax[row.mode];
  if (row.mode === "loan") {
    const room = roomOfLoan(row.loanNo, legs, terms) ?? ZERO_CENTS;
    return least(balance, grossFor(room, rate));
  }
  if (row.mode !== "mobile") return balance;
  return mobileAmount(balance, terms);
}

/** The part of an amount that one payment to a phone can carry. */
export function mobileAmount(
  amount: Cents,
  { tax, mobileMaximum }: Pick<SplitTerms, "tax" | "mobileMaximum">,
): Cents {
  const net = least(netOf(amount, tax.mobile), mobileMaximum);
  return grossFor(cents(net - (net % shillings(1))), tax.mobile);
}

function least(one: Cents, other: Cents): Cents {
  return one < other ? one : other;
}
