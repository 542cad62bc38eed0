import * as z from "zod/mini";
import type { FieldProblem } from "#shared/contract/kernel/problems.ts";
import * as fields from "#shared/contract/kernel/fields.ts";
import * as office from "#shared/contract/kernel/office-fields.ts";
import type { EftResult } from "#shared/contract/payouts/bank.ts";
import { parseImportedAmount } from "#server/imports/engine/cells.ts";
import { type FilledFault, rejectFaults } from "#server/imports/engine/file-faults.ts";
import type { Table, TableRow } from "#server/imports/engine/read-table.ts";
import type { ReportedLine } from "#server/payouts/transfers/eft-files.ts";
import type { ComparedReference, EftLineRow } from "#server/payouts/transfers/eft-rows.ts";

const read = ["file", "line", "reference", "amount", "status", "reason", "bank_reference"] as const;
/** Columns of our own file that the bank may send back. */
const sentBack = ["beneficiary_name", "bank_name", "branch_code", "currency", "debit_account"];
const names: readonly string[] = [...read, "account_number", ...sentBack];

/** The columns of the bank's results, as docs/eft-file.md describes them. */
export const resultColumns = names.map((name) => {
  return { name, aliases: [], needed: (read as readonly string[]).includes(name) };
});

type Column = (typeof read)[number] | "account_number";

const DIGITS = 12;
const LINES_NAMED = 20;

/** The file that results are about. */
interface AskedFile {
  readonly id: bigint;
  readonly lines: readonly EftLineRow[];
  /** The bank's references in the results. */
  readonly references: readonly ComparedReference[];
}

/** The results of a file that were read: new ones, and how many were known before. */
export interface ReadResults {
  readonly told: readonly ReportedLine[];
  readonly repeated: number;
}

/**
 * Matches the rows of the bank's results with the lines of a file. Throws with the place of each
 * error unless every line without a result gets exactly one, and no other line is named.
 */
export function matchResults(table: Table, file: AskedFile): ReadResults {
  rejectFaults(table.faults.map((fault) => ({ ...fault, problem: worded(fault.problem) })));
  const reading = new ResultsReading(file);
  for (const row of table.rows) reading.add(row);
  return reading.finish();
}

/** The bank's references that the rows name. */
export function referencesIn({ rows }: Table): string[] {
  return rows.map(referenceOf).filter((reference) => reference !== "");
}

const cellOf = ({ cells }: TableRow, name: Column): string => cells[names.indexOf(name)] ?? "";
const referenceOf = (row: TableRow): string => cellOf(row, "bank_reference").toUpperCase();
const worded = (problem: FieldProblem) => (problem === "file.header" ? "eft.header" : problem);

class ResultsReading {
  readonly #file: AskedFile;
  readonly #lines: ReadonlyMap<number, EftLineRow>;
  readonly #references: ReadonlyMap<string, ComparedReference>;
  readonly #faults: FilledFault[] = [];
  readonly #told: ReportedLine[] = [];
  readonly #rowOfLine = new Map<number, number>();
  readonly #plain = new Set<string>();
  #repeated = 0;

  constructor(file: AskedFile) {
    this.#file = file;
    this.#lines = new Map(file.lines.map((line) => [line.line_no, line]));
    this.#references = new Map(file.references.map((one) => [one.reference, one]));
  }

  /** Reads one row; keeps its errors, or the result for its line. */
  add(row: TableRow): void {
    const line = this.#lineOf(row);
    if (line === null) return;
    const result = this.#resultOf(row, line.line_no);
    if (result === null) return;
    if (line.state !== "open") {
      if (isKnown(line, result)) this.#repeated += 1;
      else this.#fault(row, "status", "eft.known");
      return;
    }
    if (result.outcome === "paid" && !this.#isNewReference(row)) return;
    this.#told.push({ line, result });
  }

  /** Returns the results; throws if a row or the whole file has an error. */
  finish(): ReadResults {
    const missing = this.#file.lines.flatMap(({ line_no: no, state }) =>
      state === "open" && !this.#rowOfLine.has(no) ? [String(no)] : [],
    );
    if (missing.length > 0) {
      const more = missing.length > LINES_NAMED ? ", …" : "";
      const lines = `${missing.slice(0, LINES_NAMED).join(", ")}${more}`;
      this.#faults.unshift({ row: 0, column: "line", problem: "eft.missing", values: { lines } });
    }
    rejectFaults(this.#faults);
    if (this.#told.length === 0) rejectFaults([{ row: 0, column: "", problem: "eft.no-news" }]);
    return { told: this.#told, repeated: this.#repeated };
  }

  #fault(row: TableRow, column: Column, problem: FieldProblem, values?: Record<string, string>) {
    this.#faults.push({ row: row.row, column, problem, ...(values && { values }) });
    return null;
  }

  /** The line that a row names; null if the file does not have it, or if it is named twice. */
  #lineOf(row: TableRow): EftLineRow | null {
    const cell = (name: Column) => cellOf(row, name);
    if (cell("file") !== String(this.#file.id)) return this.#fault(row, "file", "eft.file");
    const line = /^\d{1,9}$/.test(cell("line")) ? this.#lines.get(Number(cell("line"))) : undefined;
    if (line === undefined) return this.#fault(row, "line", "eft.line");
    const first = this.#rowOfLine.get(line.line_no);
    if (first !== undefined) {
      return this.#fault(row, "line", "eft.twice", { first: String(first) });
    }
    this.#rowOfLine.set(line.line_no, row.row);
    if (cell("reference") !== line.reference) return this.#fault(row, "reference", "eft.reference");
    if (parseImportedAmount(cell("amount"), DIGITS) !== line.amount_cents) {
      return this.#fault(row, "amount", "eft.amount");
    }
    const account = cell("account_number");
    if (account !== "" && !isSameAccount(account, line.account_no)) {
      return this.#fault(row, "account_number", "eft.account");
    }
    return line;
  }

  #resultOf(row: TableRow, line: number): EftResult | null {
    const status = cellOf(row, "status").toLowerCase();
    if (status === "paid") {
      const given = z.safeParse(fields.receiptGiven, cellOf(row, "bank_reference"));
      if (given.success) return { line, outcome: "paid", bankReference: given.data };
      return this.#fault(row, "bank_reference", "receipt.form");
    }
    if (status !== "returned") return this.#fault(row, "status", "eft.status");
    const reason = cellOf(row, "reason");
    if (reason === "") return this.#fault(row, "reason", "field.required");
    const given = z.safeParse(office.reasonGiven, reason);
    if (given.success && !/^[=+\-@＝＋－＠]/.test(given.data)) {
      if (!this.#isNewReference(row)) return null;
      return { line, outcome: "returned", reason: given.data };
    }
    return this.#fault(row, "reason", given.success ? "field.invalid" : "words.long");
  }

  /** Rejects a reference that another payment has; a returned payment may have no reference. */
  #isNewReference(row: TableRow): boolean {
    const written = referenceOf(row);
    if (written === "") return true;
    const compared = this.#references.get(written);
    if (compared === undefined) throw new Error(`the reference ${written} was not compared`);
    const isTwice = this.#plain.has(compared.plain);
    this.#plain.add(compared.plain);
    if (!isTwice && !compared.used) return true;
    this.#fault(row, "bank_reference", "receipt.used");
    return false;
  }
}

/** Spreadsheets drop leading zeros, and some banks write blanks. */
function isSameAccount(one: string, other: string): boolean {
  const [left, right] = [one, other].map((text) => text.replace(/[\s-]/g, "").replace(/^0+/, ""));
  return left === right;
}

function isKnown(line: EftLineRow, result: EftResult): boolean {
  if (line.state !== result.outcome) return false;
  return result.outcome === "paid"
    ? line.bank_reference === result.bankReference
    : line.reason === result.reason;
}
