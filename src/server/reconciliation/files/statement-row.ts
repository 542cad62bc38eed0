import type { CalendarDate } from "#shared/calendar-date.ts";
import type { DayRule } from "#shared/contract/kernel/file-reading.ts";
import type { FieldProblem } from "#shared/contract/kernel/problems.ts";
import { type StatementColumn, statementColumns } from "#shared/contract/reconciliation/files.ts";
import { type Cents, cents, ZERO_CENTS } from "#shared/money.ts";
import { parseImportedAmount } from "#server/imports/engine/cells.ts";
import { parseDay } from "#server/imports/engine/days.ts";
import type { TableRow } from "#server/imports/engine/read-table.ts";

/** A line of a statement as it was read. */
export interface StatementLine {
  readonly row: number;
  readonly day: CalendarDate;
  /** Such as 14:22:05; null if the statement has no time. */
  readonly time: string | null;
  readonly receipt: string;
  readonly details: string;
  readonly otherParty: string;
  readonly accountText: string;
  readonly amount: Cents;
  /** The balance after it; null if the statement has none. */
  readonly balance: Cents | null;
}

/** An error of a row, in a column. */
export interface RowFault {
  readonly row: number;
  readonly column: StatementColumn | "";
  readonly problem: FieldProblem;
}

/** How the rows of a file are read. */
export interface RowRules {
  readonly days: DayRule;
  /** Whether amounts that were withdrawn may carry a minus, as in M-Pesa's statement. */
  readonly isMpesa: boolean;
  readonly hasBalance: boolean;
}

const DIGITS = 12;
const EARLIEST = "1990-01-01";
const longest = { receipt: 60, details: 300, other_party: 200, account: 100 } as const;

/** Reads a row; null if it is not a movement: without an amount, or not completed. */
export function readRow(
  { row, cells }: TableRow,
  rules: RowRules,
): StatementLine | readonly RowFault[] | null {
  const cell = (name: StatementColumn) => cells[statementColumns.indexOf(name)] ?? "";
  const status = cell("status");
  if (status !== "" && !/^completed?$/i.test(status)) return null;
  const amount = amountOf(cell, rules);
  if (amount === 0n) return null;
  const faults: RowFault[] = [];
  const fault = (column: StatementColumn, problem: FieldProblem) =>
    faults.push({ row, column, problem });
  const day = parseDay(cell("day"), rules.days);
  if (day === null || day < EARLIEST) fault("day", "row.day");
  if (typeof amount === "string") fault(amount, "row.statement-amount");
  const balance = rules.hasBalance ? signedAmount(cell("balance")) : null;
  if (rules.hasBalance && balance === null) fault("balance", "row.balance");
  if (day === null || typeof amount === "string" || faults.length > 0) return faults;
  return {
    row,
    day,
    time: timeOf(cell("day")),
    receipt: textOf(cell("receipt"), longest.receipt).replaceAll(" ", "").toUpperCase(),
    details: textOf(cell("details"), longest.details),
    otherParty: textOf(cell("other_party"), longest.other_party),
    accountText: textOf(cell("account"), longest.account),
    amount,
    balance,
  };
}

type CellOf = (name: StatementColumn) => string;

/** The amount of a row, negative for money out; or the name of the column that is not an amount. */
function amountOf(cell: CellOf, { isMpesa }: RowRules): Cents | StatementColumn {
  if (cell("amount") !== "") return signedAmount(cell("amount")) ?? "amount";
  const paidIn = amountOrZero(cell("paid_in"));
  const withdrawn = amountOrZero(cell("withdrawn"));
  if (paidIn === null || paidIn < 0n) return "paid_in";
  if (withdrawn === null || (withdrawn < 0n && !isMpesa)) return "withdrawn";
  if (paidIn !== 0n && withdrawn !== 0n) return "withdrawn";
  return cents(withdrawn < 0n ? paidIn + withdrawn : paidIn - withdrawn);
}

function amountOrZero(text: string): Cents | null {
  return text === "" || /^[-–—]$/.test(text) ? ZERO_CENTS : parseImportedAmount(text, DIGITS);
}

/** Reads an amount with a sign, or with CR or DR after it as some banks write it. */
function signedAmount(text: string): Cents | null {
  const [, figure = "", side = ""] = /^(.*?)\s*(CR|DR)?\.?$/is.exec(text) ?? [];
  const amount = parseImportedAmount(figure, DIGITS);
  return amount !== null && side.toUpperCase() === "DR" ? cents(-amount) : amount;
}

function timeOf(text: string): string | null {
  const [, hour = "", minute = "", second = "00", half = ""] =
    /[ T](\d{1,2}):(\d{2})(?::(\d{2}))?(?:\.\d+)?( ?[AP]M)?/i.exec(text) ?? [];
  if (hour === "") return null;
  const isLater = /P/i.test(half) && Number(hour) < 12;
  const isMidnight = /A/i.test(half) && Number(hour) === 12;
  const hours = isMidnight ? 0 : Number(hour) + (isLater ? 12 : 0);
  const isTime = hours < 24 && Number(minute) < 60 && Number(second) < 60;
  return isTime ? `${String(hours).padStart(2, "0")}:${minute}:${second}` : null;
}

/** Returns text on one line, without unprintable characters, up to a number of characters. */
function textOf(text: string, most: number): string {
  return text
    .replaceAll(/[\p{C}\s]+/gu, " ")
    .trim()
    .slice(0, most)
    .replace(/\p{Surrogate}$/u, "");
}
