import type { CalendarDate } from "#shared/calendar-date.ts";
import { addCents, type Cents, negateCents } from "#shared/money.ts";
import { type AccountKey, chartRow } from "./chart-of-accounts.ts";
import { type EntryKind, type PermittedSide, permittedSides } from "./permitted-kinds.ts";

/** An amount on one side of one account: debits positive, credits negative. */
export interface EntryLine {
  readonly account: AccountKey;
  readonly amount: Cents;
}

/** An entry to be posted. */
export interface Entry {
  readonly kind: EntryKind;
  /** The value date; today in Nairobi when left out. */
  readonly valueDate?: CalendarDate;
  /** The text that the member reads on a statement. */
  readonly narration: string;
  /** Our reference, such as a check-off run or a loan number. */
  readonly referenceNo?: string;
  /** An external reference, such as an M-Pesa receipt. */
  readonly receiptNo?: string;
  /** The year of a declared dividend; no other entry has one. */
  readonly dividendYear?: number | undefined;
  readonly lines: readonly EntryLine[];
}

/** Returns a debit line of a positive amount. */
export function debit(account: AccountKey, amount: Cents): EntryLine {
  return { account, amount };
}

/** Returns a credit line of a positive amount. */
export function credit(account: AccountKey, amount: Cents): EntryLine {
  return { account, amount: negateCents(amount) };
}

/** Returns what is wrong with the lines of an entry; empty when they may be posted. */
export function faultsOf(kind: EntryKind, lines: readonly EntryLine[]): string[] {
  return [...faultsOfShape(lines), ...faultsOfKind(kind, lines), ...faultsOfHolders(lines)];
}

/** Throws when an entry may not be posted. That is a defect of the caller, never a problem. */
export function assertPermitted(entry: Entry): void {
  const faults = faultsOf(entry.kind, entry.lines);
  if (entry.narration === "") faults.push("it has no narration");
  if ((entry.kind === "dividend-declared") !== (entry.dividendYear !== undefined)) {
    faults.push("a declared dividend has a year, and no other entry has one");
  }
  if (faults.length > 0) throw new Error(`${entry.kind} cannot be posted: ${faults.join("; ")}`);
}

/** Returns the same lines with debits and credits swapped. */
export function mirrored(lines: readonly EntryLine[]): EntryLine[] {
  return lines.map(({ account, amount }) => ({ account, amount: negateCents(amount) }));
}

function faultsOfShape(lines: readonly EntryLine[]): string[] {
  const faults: string[] = [];
  if (lines.length < 2) faults.push("it has fewer than two lines");
  if (lines.some(({ amount }) => amount === 0n)) faults.push("a line moves nothing");
  const sum = addCents(...lines.map(({ amount }) => amount));
  if (sum !== 0n) faults.push(`its lines sum to ${sum} cents`);
  return faults;
}

function faultsOfKind(kind: EntryKind, lines: readonly EntryLine[]): string[] {
  const sides = permittedSides.filter((side) => side.kind === kind);
  const onSide = (side: PermittedSide, { account, amount }: EntryLine) =>
    account.code === side.code && amount * BigInt(side.sign) > 0n;
  const strangers = lines
    .filter((line) => !sides.some((side) => onSide(side, line)))
    .map(({ account, amount }) => `it may not ${amount > 0n ? "debit" : "credit"} ${account.code}`);
  const miscounted = sides.flatMap((side) => {
    const count = lines.filter((line) => onSide(side, line)).length;
    if (count > 1) return [`it touches ${side.code} more than once`];
    return count === 0 && !side.optional ? [`it leaves out ${side.code}`] : [];
  });
  return [...strangers, ...miscounted];
}

/** An entry never moves money from one member to another. */
function faultsOfHolders(lines: readonly EntryLine[]): string[] {
  const misplaced = lines
    .filter(({ account }) => {
      return (chartRow(account.code).holder === "member") !== (account.memberId !== null);
    })
    .map(({ account }) => `${account.code} is held by the wrong party`);
  const members = new Set(lines.flatMap(({ account }) => account.memberId ?? []));
  return members.size > 1 ? [...misplaced, "it touches several members"] : misplaced;
}
