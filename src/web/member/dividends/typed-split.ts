import type * as z from "zod/mini";
import type { split, split as splitEndpoint } from "#shared/contract/dividends/splits.ts";
import type { FieldProblem } from "#shared/contract/kernel/problems.ts";
import { everyMode, rateByKind, type TaxByMode } from "#shared/dividend-tax.ts";
import {
  mobileAmount,
  calculateSplit,
  restFor,
  type RowProblem,
  type Split,
  type SplitLeg,
  type SplitRow,
  type SplitTerms,
} from "#shared/dividend-split.ts";
import { modeOnWire, modeWords, type SplitMode } from "#shared/split-modes.ts";
import {
  addCents,
  type Cents,
  cents,
  formatMoney,
  fromWireAmount,
  parseTypedAmount,
  toWireAmount,
  ZERO_CENTS,
} from "#shared/money.ts";
import { money } from "#web/lib/figures.ts";

export type Share = NonNullable<z.output<typeof splitEndpoint.answer>["split"]>;

/** One row as it is typed; no choice is made yet where the mode is empty. */
export interface TypedRow {
  readonly key: number;
  readonly mode: SplitMode | "";
  readonly amount: string;
  readonly loanNo: string;
  readonly bill: string;
}

export type RowField = "mode" | "amount" | "loanNo" | "bill";

/** A problem of a row, and the field it appears at. */
export interface RowFault {
  readonly field: RowField;
  readonly problem: FieldProblem;
  /** It can be shown once the row loses focus; the others only after submitting. */
  readonly showsOnBlur: boolean;
}

export interface CalculatedSplit {
  readonly split: Split;
  /** The row's part of the split, by its key; rows without a mode have none. */
  readonly legs: ReadonlyMap<number, SplitLeg>;
  readonly faults: ReadonlyMap<number, RowFault>;
  /** Everything is placed and there are no problems. */
  readonly isReady: boolean;
}

/** The specification's five placeholder rows. */
const FIRST_ROWS = 5;

/** Returns our code for a mode on the wire. */
export function modeOf(words: Share["defaultMode"]): SplitMode {
  return modeOnWire(words) ?? "share-capital";
}

/** The limits and rates for a split, from the server's answer. */
export function termsOf(share: Share): SplitTerms {
  return {
    gross: fromWireAmount(share.toSplit),
    tax: taxOf(share),
    mobileMaximum: fromWireAmount(share.mobile.maximum),
    mobileIsConfirmed: share.mobile.isConfirmed,
    loans: share.loans.map(({ loanNo, balance }) => ({ loanNo, balance: fromWireAmount(balance) })),
  };
}

/** Returns the tax of each mode; by kind of income, the member's own rate to the cent. */
function taxOf({ modes, taxByKind }: Share): TaxByMode {
  if (taxByKind) {
    const { shareBasisPoints, interestBasisPoints, onShareCapital, onDeposits } = taxByKind;
    const kinds = { onShares: BigInt(shareBasisPoints), onInterest: BigInt(interestBasisPoints) };
    const incomes = {
      onShareCapital: fromWireAmount(onShareCapital),
      onDeposits: fromWireAmount(onDeposits),
    };
    return everyMode(rateByKind(kinds, incomes));
  }
  const rate = (mode: SplitMode): bigint =>
    BigInt(modes.find((one) => one.mode === modeWords[mode])?.taxBasisPoints ?? 0);
  return {
    "share-capital": rate("share-capital"),
    mobile: rate("mobile"),
    loan: rate("loan"),
    "hospital-bill": rate("hospital-bill"),
  };
}

export function blankRow(key: number): TypedRow {
  return { key, mode: "", amount: "", loanNo: "", bill: "" };
}

export function isBlank({ mode, amount }: TypedRow): boolean {
  return mode === "" && amount.trim() === "";
}

/** Returns the last submitted rows to edit, followed by blank rows up to five. */
export function rowsOf(said: Share["rows"]): TypedRow[] {
  const rows = said.map(({ mode, amount, loanNo, bill }, key) => ({
    key,
    mode: modeOf(mode),
    amount: money(amount),
    loanNo,
    bill,
  }));
  const missing = Math.max(0, FIRST_ROWS - rows.length);
  return [...rows, ...Array.from({ length: missing }, (_, at) => blankRow(rows.length + at))];
}

function splitRowOf({ mode, amount, loanNo, bill }: TypedRow): SplitRow | null {
  if (mode === "") return null;
  return { mode, amount: parseTypedAmount(amount) ?? ZERO_CENTS, loanNo, bill };
}

/** Returns the rows that name a destination, as parts of a split. */
function placedIn(rows: readonly TypedRow[]): { readonly key: number; readonly row: SplitRow }[] {
  return rows.flatMap((typed) => {
    const row = splitRowOf(typed);
    return row ? [{ key: typed.key, row }] : [];
  });
}

const faultOf: Readonly<Record<RowProblem, Omit<RowFault, "problem">>> = {
  amount: { field: "amount", showsOnBlur: false },
  unconfirmed: { field: "mode", showsOnBlur: false },
  "whole-shillings": { field: "amount", showsOnBlur: true },
  "payment-maximum": { field: "amount", showsOnBlur: true },
  "no-loan": { field: "loanNo", showsOnBlur: false },
  "loan-balance": { field: "amount", showsOnBlur: true },
  bill: { field: "bill", showsOnBlur: false },
};

/** Calculates the split as typed so far, by the same rules as the server. */
export function calculateTyped(rows: readonly TypedRow[], terms: SplitTerms): CalculatedSplit {
  const placed = placedIn(rows);
  const split = calculateSplit(
    placed.map(({ row }) => row),
    terms,
  );
  const legs = new Map<number, SplitLeg>();
  const faults = new Map<number, RowFault>();
  for (const [at, leg] of split.legs.entries()) {
    const key = placed[at]?.key ?? 0;
    legs.set(key, leg);
    if (leg.problem === null) continue;
    const { field, showsOnBlur } = faultOf[leg.problem];
    // A missing bill number may still be entered; an invalid one is shown at once.
    const isWrongBill = leg.problem === "bill" && leg.bill.trim() !== "";
    const early = showsOnBlur || isWrongBill;
    faults.set(key, { field, problem: `split.${leg.problem}`, showsOnBlur: early });
  }
  for (const { key, mode, amount } of rows) {
    const isUnread = amount.trim() !== "" && parseTypedAmount(amount) === null;
    if (isUnread) faults.set(key, { field: "amount", problem: "split.amount", showsOnBlur: true });
    else if (mode === "" && amount.trim() !== "") {
      faults.set(key, { field: "mode", problem: "split.mode", showsOnBlur: true });
    }
  }
  return { split, legs, faults, isReady: split.isComplete && faults.size === 0 };
}

/** An offer to place the rest: the row, its new amount, and the amount added. */
export interface Rest {
  readonly key: number;
  readonly mode: SplitMode;
  readonly amount: Cents;
  readonly adds: Cents;
  /** Nothing is left afterwards. */
  readonly isAll: boolean;
}

/** Returns how much of the rest one row can hold; null if it can hold no more. */
export function restIn(key: number, rows: readonly TypedRow[], terms: SplitTerms): Rest | null {
  const placed = placedIn(rows);
  const index = placed.findIndex((one) => one.key === key);
  const row = placed[index]?.row;
  if (!row) return null;
  const amount = restFor(
    placed.map((one) => one.row),
    index,
    terms,
  );
  const adds = cents(amount - row.amount);
  if (adds <= 0n) return null;
  const total = addCents(...placed.map((one) => one.row.amount));
  return { key, mode: row.mode, amount, adds, isAll: total + adds === terms.gross };
}

/**
 * Chooses the row to offer for the rest: the row last worked on if it can hold more, else the last
 * one that can. If no row can, it offers a blank row for shares, which accept any amount to the
 * cent.
 */
export function bestRest(
  rows: readonly TypedRow[],
  terms: SplitTerms,
  last: number | null,
): Rest | null {
  const offers = rows.toReversed().flatMap(({ key }) => restIn(key, rows, terms) ?? []);
  const found = offers.find(({ key }) => key === last) ?? offers[0];
  if (found) return found;
  const { balance } = calculateTyped(rows, terms).split;
  const blank = rows.find(isBlank);
  if (!blank || balance <= 0n || rows.every(isBlank)) return null;
  return { key: blank.key, mode: "share-capital", amount: balance, adds: balance, isAll: true };
}

/** A way to allocate the whole dividend with one press; the remainder goes to shares. */
export interface Start {
  readonly mode: SplitMode;
  readonly loanNo: string;
  readonly amount: Cents;
  readonly rest: Cents;
}

/** Returns the one-press ways to allocate everything, before anything is typed. */
export function startsOf(rows: readonly TypedRow[], terms: SplitTerms, hasPhone: boolean): Start[] {
  if (!rows.every(isBlank) || terms.gross <= 0n) return [];
  const goals: Pick<Start, "mode" | "loanNo">[] = [
    { mode: "share-capital", loanNo: "" },
    ...(hasPhone ? [{ mode: "mobile" as const, loanNo: "" }] : []),
    ...terms.loans.map(({ loanNo }) => ({ mode: "loan" as const, loanNo })),
  ];
  return goals.flatMap((goal) => {
    const amount = restFor([{ ...goal, amount: ZERO_CENTS, bill: "" }], 0, terms);
    return amount > 0n ? [{ ...goal, amount, rest: cents(terms.gross - amount) }] : [];
  });
}

/** Returns the rows that a start fills; the others stay blank. */
export function startedRows(rows: readonly TypedRow[], start: Start): TypedRow[] {
  const filled = [
    { mode: start.mode, amount: formatMoney(start.amount), loanNo: start.loanNo },
    ...(start.rest > 0n
      ? [{ mode: "share-capital" as const, amount: formatMoney(start.rest), loanNo: "" }]
      : []),
  ];
  const keys = Array.from({ length: Math.max(rows.length, filled.length) }, (_, at) => at);
  return keys.map((key, at) => ({ ...(rows[at] ?? blankRow(key)), ...filled[at] }));
}

/**
 * Returns the nearest lower amount that pays a phone whole shillings; null if this one already
 * does.
 */
export function wholeShillings(leg: SplitLeg | undefined, terms: SplitTerms): Cents | null {
  if (leg?.mode !== "mobile" || leg.amount <= 0n) return null;
  if (leg.problem !== "whole-shillings" && leg.problem !== "payment-maximum") return null;
  const amount = mobileAmount(leg.amount, terms);
  return amount > 0n ? amount : null;
}

/** Returns the rows for the call, without the blank ones. */
export function bodyRows(rows: readonly TypedRow[]) {
  return rows
    .filter((row) => !isBlank(row))
    .map(({ mode, amount, loanNo, bill }) => {
      const read = parseTypedAmount(amount);
      return {
        mode: mode === "" ? "" : modeWords[mode],
        amount: read === null ? amount : toWireAmount(read),
        ...(mode === "loan" && loanNo && { loanNo }),
        ...(mode === "hospital-bill" && { bill }),
      };
    });
}

/** Maps the server's problem at `rows.2.amount` to the row that was sent third. */
export function rejectedFields(
  fields: Readonly<Record<string, string>>,
  rows: readonly TypedRow[],
): ReadonlyMap<string, string> {
  const sent = rows.filter((row) => !isBlank(row));
  const found = Object.entries(fields).flatMap(([field, words]): [string, string][] => {
    const [list, index, name] = field.split(".");
    const row = sent[Number(index)];
    return list === "rows" && row && name ? [[`${row.key}.${name}`, words]] : [];
  });
  return new Map(found);
}

/** The rows kept while a member signs in again, with the version they are based on. */
export function draftOf(rows: readonly TypedRow[], seen: number): Record<string, string> {
  return { seen: String(seen), rows: JSON.stringify(rows) };
}

export function fromDraft(
  draft: Readonly<Record<string, string>>,
): { readonly rows: readonly TypedRow[]; readonly seen: number } | null {
  const { rows, seen } = draft;
  if (rows === undefined) return null;
  return { rows: JSON.parse(rows) as TypedRow[], seen: Number(seen) };
}

/** Returns every dividend of a member that can be split or is being paid, newest first. */
export function sharesOf({ split: latest, more }: z.output<typeof split.answer>): Share[] {
  return latest === undefined ? more : [latest, ...more];
}
