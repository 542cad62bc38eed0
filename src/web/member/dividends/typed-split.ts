import type * as z from "zod/mini";
import type { split as splitEndpoint } from "#shared/contract/dividends/splits.ts";
import type { FieldProblem } from "#shared/contract/kernel/problems.ts";
import {
  everyMode,
  mobileAmount,
  modeWords,
  rateByKind,
  reckonSplit,
  restFor,
  type RowProblem,
  type Split,
  type SplitLeg,
  type SplitMode,
  splitModes,
  type SplitRow,
  type SplitTerms,
  type TaxByMode,
} from "#shared/dividend-split.ts";
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

export type Share = NonNullable<z.output<typeof splitEndpoint.answer>["split"]>;

/** One row as it is typed; nothing is chosen where the mode is empty. */
export interface TypedRow {
  readonly key: number;
  readonly mode: SplitMode | "";
  readonly amount: string;
  readonly loanNo: string;
  readonly bill: string;
}

export type RowField = "mode" | "amount" | "loanNo" | "bill";

/** What is wrong with a row, and beside which of its fields it stands. */
export interface RowFault {
  readonly field: RowField;
  readonly problem: FieldProblem;
  /** It can be told of a row that is left; the others only once all is sent. */
  readonly tellsEarly: boolean;
}

export interface Reckoned {
  readonly split: Split;
  /** The row's part of the split, by its key; rows without a mode have none. */
  readonly legs: ReadonlyMap<number, SplitLeg>;
  readonly faults: ReadonlyMap<number, RowFault>;
  /** All is placed and nothing is wrong. */
  readonly isReady: boolean;
}

/** The specification's five placeholder rows. */
export const FIRST_ROWS = 5;

/** The mode of the code for one on the wire. */
export function modeOf(words: Share["defaultMode"]): SplitMode {
  return splitModes.find((mode) => modeWords[mode] === words) ?? "share-capital";
}

/** What a split is held to, as the server answered it. */
export function termsOf(share: Share): SplitTerms {
  return {
    gross: fromWireAmount(share.toSplit),
    tax: taxOf(share),
    mobileMaximum: fromWireAmount(share.mobile.maximum),
    mobileIsConfirmed: share.mobile.isConfirmed,
    loans: share.loans.map(({ loanNo, balance }) => ({ loanNo, balance: fromWireAmount(balance) })),
  };
}

/** The tax of each mode; by kind of income, the member's own rate to the cent. */
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

/** What was said before, to be typed over; and blank rows until there are five. */
export function rowsOf(said: Share["rows"]): TypedRow[] {
  const rows = said.map(({ mode, amount, loanNo, bill }, key) => ({
    key,
    mode: modeOf(mode),
    amount: formatMoney(fromWireAmount(amount)),
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

/** The rows that say where something goes, with what they say. */
function placedIn(rows: readonly TypedRow[]): { readonly key: number; readonly row: SplitRow }[] {
  return rows.flatMap((typed) => {
    const row = splitRowOf(typed);
    return row ? [{ key: typed.key, row }] : [];
  });
}

const faultOf: Readonly<Record<RowProblem, Omit<RowFault, "problem">>> = {
  amount: { field: "amount", tellsEarly: false },
  unconfirmed: { field: "mode", tellsEarly: false },
  "whole-shillings": { field: "amount", tellsEarly: true },
  "payment-maximum": { field: "amount", tellsEarly: true },
  "no-loan": { field: "loanNo", tellsEarly: false },
  "loan-balance": { field: "amount", tellsEarly: true },
  bill: { field: "bill", tellsEarly: false },
};

/** Reckons what is typed so far, by the very rules the server holds it to. */
export function reckonTyped(rows: readonly TypedRow[], terms: SplitTerms): Reckoned {
  const placed = placedIn(rows);
  const split = reckonSplit(
    placed.map(({ row }) => row),
    terms,
  );
  const legs = new Map<number, SplitLeg>();
  const faults = new Map<number, RowFault>();
  for (const [at, leg] of split.legs.entries()) {
    const key = placed[at]?.key ?? 0;
    legs.set(key, leg);
    if (leg.problem === null) continue;
    const { field, tellsEarly } = faultOf[leg.problem];
    // A bill without a number yet may still get one; a number that is wrong is told of at once.
    const isWrongBill = leg.problem === "bill" && leg.bill.trim() !== "";
    const early = tellsEarly || isWrongBill;
    faults.set(key, { field, problem: `split.${leg.problem}`, tellsEarly: early });
  }
  for (const { key, mode, amount } of rows) {
    const isUnread = amount.trim() !== "" && parseTypedAmount(amount) === null;
    if (isUnread) faults.set(key, { field: "amount", problem: "split.amount", tellsEarly: true });
    else if (mode === "" && amount.trim() !== "") {
      faults.set(key, { field: "mode", problem: "split.mode", tellsEarly: true });
    }
  }
  return { split, legs, faults, isReady: split.isComplete && faults.size === 0 };
}

/** Somewhere to put what is left: a row, the amount that it then has, and what that adds. */
export interface Rest {
  readonly key: number;
  readonly mode: SplitMode;
  readonly amount: Cents;
  readonly adds: Cents;
  /** Nothing is left afterwards. */
  readonly isAll: boolean;
}

/** What of the rest one row can take; null where it can take no more. */
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
 * Where to offer to put the rest: the row last worked on if it can take any, else the last one that
 * can; and where none can, a blank row for shares, which take everything to the cent.
 */
export function bestRest(
  rows: readonly TypedRow[],
  terms: SplitTerms,
  last: number | null,
): Rest | null {
  const offers = rows.toReversed().flatMap(({ key }) => restIn(key, rows, terms) ?? []);
  const found = offers.find(({ key }) => key === last) ?? offers[0];
  if (found) return found;
  const { balance } = reckonTyped(rows, terms).split;
  const blank = rows.find(isBlank);
  if (!blank || balance <= 0n || rows.every(isBlank)) return null;
  return { key: blank.key, mode: "share-capital", amount: balance, adds: balance, isAll: true };
}

/** The nearest amount below that a phone is paid in whole shillings; null where this one is. */
export function wholeShillings(leg: SplitLeg | undefined, terms: SplitTerms): Cents | null {
  if (leg?.mode !== "mobile" || leg.amount <= 0n) return null;
  if (leg.problem !== "whole-shillings" && leg.problem !== "payment-maximum") return null;
  const amount = mobileAmount(leg.amount, terms);
  return amount > 0n ? amount : null;
}

/** The rows as the call takes them; blank ones stay behind. */
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

/** Puts what the server said of `rows.2.amount` to the row that was sent as the third. */
export function refusedFields(
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

/** What is kept of the rows while a member signs in again, with the version they had seen. */
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
