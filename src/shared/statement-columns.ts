import type { TotalName } from "./contract/members/total-addresses.ts";
import type { StatementWords } from "./messages/statements/statements-en.ts";

/** The type of a column: text, a day, a month, cents or a whole number. */
export type StatementColumnKind = "text" | "date" | "month" | "money" | "number";

/** A column of a statement, the same on the page and in its PDF, CSV and Excel files. */
export interface StatementColumn<Value extends string = string> {
  readonly value: Value;
  /** The name of its heading in the catalogues. */
  readonly head: keyof StatementWords["heads"];
  readonly kind: StatementColumnKind;
  /** Takes the width of a document that the other columns leave. */
  readonly grows?: true;
  /** Whether the column is summed, and whether the books confirm its sum. */
  readonly total?: "sum" | "confirmed";
}

const narration = { value: "narration", head: "narration", kind: "text", grows: true } as const;
const reference = { value: "reference", head: "ref", kind: "text" } as const;
const receipt = { value: "receipt", head: "account", kind: "text" } as const;
const balance = { value: "balance", head: "running", kind: "money", total: "confirmed" } as const;

/** A column of a running statement shows one of these values of each movement. */
export type MovementValue =
  | "date"
  | "narration"
  | "reference"
  | "receipt"
  | "amount"
  | "inward"
  | "outward"
  | "balance";

/** A statement of the movements on one account of a member, with the balance after each. */
interface RunningStatementKind {
  /** The code of the account in the chart of accounts. */
  readonly account: string;
  /** The address of its page. */
  readonly address: `/app/${string}`;
  /** If it has no menu item, the page of the savings links to it. */
  readonly inMenu: boolean;
  /** The period that the page shows first. */
  readonly preset: "sixMonths" | "all";
  /** The total on the wire that the page compares the balance with; null if there is none. */
  readonly total: TotalName | null;
  /** Named and ordered as specified. */
  readonly columns: readonly StatementColumn<MovementValue>[];
}

/** The running statements. Contract, documents, pages and addresses follow from these. */
export const runningStatementKinds = {
  savings: {
    account: "member-deposits",
    address: "/app/ShareStatement",
    inMenu: true,
    preset: "sixMonths",
    total: "savings",
    columns: [
      { value: "date", head: "inputDate", kind: "date" },
      narration,
      reference,
      { value: "amount", head: "savings", kind: "money", total: "sum" },
      balance,
    ],
  },
  "share-capital": {
    account: "share-capital",
    address: "/app/ShareCapital",
    inMenu: true,
    preset: "all",
    total: "shareCapital",
    columns: [
      { value: "date", head: "date", kind: "date" },
      narration,
      reference,
      receipt,
      { value: "outward", head: "withdrawn", kind: "money", total: "sum" },
      { value: "inward", head: "savings", kind: "money", total: "sum" },
      balance,
    ],
  },
  dividend: {
    account: "dividend-payable",
    address: "/app/DividendList",
    inMenu: true,
    preset: "all",
    total: "dividendPayable",
    columns: [
      { value: "date", head: "date", kind: "date" },
      narration,
      reference,
      { value: "inward", head: "dividend", kind: "money", total: "sum" },
      { value: "outward", head: "paid", kind: "money", total: "sum" },
      balance,
    ],
  },
} as const satisfies Record<string, RunningStatementKind>;

/** The columns of each statement that lists today's position, named and ordered as specified. */
export const listStatementColumns = {
  loans: [
    { value: "loanNo", head: "loanNo", kind: "text" },
    { value: "purpose", head: "purpose", kind: "text", grows: true },
    { value: "startDate", head: "startDate", kind: "date" },
    { value: "endDate", head: "endDate", kind: "date" },
    { value: "months", head: "period", kind: "number" },
    { value: "principal", head: "original", kind: "money", total: "sum" },
    { value: "outstanding", head: "balance", kind: "money", total: "confirmed" },
  ],
  guarantor: [
    { value: "givenOn", head: "inputDate", kind: "date" },
    { value: "loanNo", head: "loanNo", kind: "text" },
    { value: "purpose", head: "loanType", kind: "text" },
    { value: "borrower", head: "name", kind: "text", grows: true },
    { value: "principal", head: "loanAmount", kind: "money" },
    { value: "guaranteed", head: "guaranteed", kind: "money", total: "sum" },
    { value: "outstanding", head: "loanBalance", kind: "money", total: "confirmed" },
    { value: "level", head: "level", kind: "text" },
  ],
  withdrawable: [
    { value: "accountNo", head: "accountNo", kind: "text" },
    { value: "holder", head: "name", kind: "text", grows: true },
    { value: "openedOn", head: "registered", kind: "date" },
    { value: "balance", head: "total", kind: "money", total: "confirmed" },
  ],
  contributions: [
    { value: "date", head: "date", kind: "date" },
    { value: "paidFor", head: "paidFor", kind: "text", grows: true },
    { value: "month", head: "month", kind: "month" },
    { value: "reference", head: "ref", kind: "text" },
    { value: "amount", head: "amount", kind: "money", total: "confirmed" },
  ],
} as const satisfies Record<string, readonly StatementColumn[]>;

/** The running statements: each movement with the balance after it. */
export type RunningStatement = keyof typeof runningStatementKinds;
export const runningStatements = Object.keys(runningStatementKinds) as RunningStatement[];

/** Returns whether a statement is a running one. */
export function isRunningStatement(statement: string): statement is RunningStatement {
  return statement in runningStatementKinds;
}

/** The statements that list today's position. */
export type ListStatement = keyof typeof listStatementColumns;
export const listStatements = Object.keys(listStatementColumns) as ListStatement[];

/** The values that a list statement shows of each row. */
export type ListValue<Statement extends ListStatement> =
  (typeof listStatementColumns)[Statement][number]["value"];

/** Returns whether one of the texts contains the search, ignoring case; the empty one always. */
export function hasText(texts: readonly string[], search: string): boolean {
  const wanted = search.trim().toLowerCase();
  return texts.some((text) => text.toLowerCase().includes(wanted));
}

/** The reference of a movement with its receipt, where there are both and they differ. */
export function referenceOf(movement: Readonly<Record<"reference" | "receipt", string>>): string {
  return [...new Set([movement.reference, movement.receipt])].filter(Boolean).join(" ");
}

/** The texts of a movement that a search covers, including those without a column. */
export function textsOfMovement(
  movement: Readonly<Record<"narration" | "reference" | "receipt", string>>,
): string[] {
  return [movement.narration, movement.reference, movement.receipt];
}
