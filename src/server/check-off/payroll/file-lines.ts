import { checkOffColumns } from "#shared/contract/check-off/reading.ts";
import type {
  ChosenReading,
  FileReading,
  SkippedRow,
} from "#shared/contract/kernel/file-reading.ts";
import { type MemberNo, parseMemberNo } from "#shared/member-number.ts";
import { type Cents, cents, formatMoney, parseTypedAmount } from "#shared/money.ts";
import { FAULTS_SHOWN, rejectFaults } from "#server/imports/engine/file-faults.ts";
import { placesOf } from "#server/imports/engine/header.ts";
import { synonyms } from "#server/imports/engine/headings.ts";
import type { FileReadingQueue } from "#server/imports/engine/file-reading-queue.ts";
import type { TableColumn, TableFault, TableRow } from "#server/imports/engine/read-table.ts";
import type { RowSet } from "#server/imports/engine/files-alike.ts";
import { sha256Hex } from "#server/kernel/platform/random.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { checkOffRowDigests } from "./repeated-files.ts";
import { type NamedMonth, monthNamed } from "./month-of-file.ts";

const aliases = {
  member_no: [...synonyms.member_no, ...synonyms.payroll_no],
  amount: synonyms.deducted,
  note: synonyms.note,
} as const;

/** The columns of a check-off file, with their names in payroll systems. */
export const fileColumns: readonly TableColumn[] = checkOffColumns.map((name) => {
  return { name, aliases: aliases[name], needed: name !== "note" };
});

/** A line of the file as it was read. */
export interface FileLine {
  readonly row: number;
  readonly memberNo: MemberNo;
  readonly amount: Cents;
  readonly note: string;
}

const LONGEST_NOTE = 100;
/** The spellings of payroll systems for no deduction. */
const NOTHING = /^(0+([.,]0{1,2})?|[-–—])?$/;

/** The totals of the rows of a file, while they are read. */
class Lines {
  readonly lines: FileLine[] = [];
  readonly digests = checkOffRowDigests();
  readonly faults: TableFault[] = [];
  readonly zero: SkippedRow[] = [];
  /** For each repeated line, by member, amount and note, the row of the first. */
  readonly repeats = new Map<number, number>();
  readonly #first = new Map<string, number>();

  add({ row, cells }: TableRow): void {
    const [memberCell = "", amountCell = "", note = ""] = cells;
    const amountText = amountCell.replace(/^K(?:ES|SHS?)\.?\s*/i, "");
    const memberNo = parseMemberNo(memberCell);
    if (NOTHING.test(amountText) && memberNo !== null) {
      this.zero.push({ row, why: "zero", text: memberNo });
      return;
    }
    const amount = parseTypedAmount(amountText);
    const isNote = note.length <= LONGEST_NOTE && !/\p{C}/u.test(note);
    if (memberNo === null) this.#fault(row, "member_no", "row.memberNo");
    if (amount === null) this.#fault(row, "amount", "row.amount");
    if (!isNote) this.#fault(row, "note", "row.note");
    if (memberNo === null || amount === null || !isNote) return;
    const same = JSON.stringify([memberNo, String(amount), note.toLowerCase()]);
    const first = this.#first.get(same);
    if (first === undefined) this.#first.set(same, row);
    else this.repeats.set(row, first);
    this.lines.push({ row, memberNo, amount, note });
    this.digests.add([memberNo, String(amount), note]);
  }

  #fault(row: number, column: string, problem: TableFault["problem"]): void {
    this.faults.push({ row, column, problem });
  }
}

/** The sum of all lines. */
export function sumOf(lines: readonly { readonly amount: Cents }[]): Cents {
  let sum = 0n;
  for (const { amount } of lines) sum += amount;
  return cents(sum);
}

/** A file as it was sent, and the answers about reading it. */
export interface SentFile extends ChosenReading {
  readonly fileName: string;
  readonly declared: Cents;
  readonly content: Uint8Array;
  /** The place of each column by its name; without answers, the headings must be known. */
  readonly columns?: Readonly<Record<string, number>> | undefined;
  /** How many repeated lines somebody confirmed. */
  readonly repeats?: number | undefined;
}

/** A file that was read and whose sum is the declared one. */
export interface ReadFile {
  readonly sha256: string;
  readonly lines: readonly FileLine[];
  /** The identity of the file, independent of its bytes. */
  readonly rows: RowSet;
  /** The month in its name or above its headings; null if there is none. */
  readonly said: NamedMonth | null;
  readonly repeats: ReadonlyMap<number, number>;
  readonly reading: FileReading;
  readonly header: readonly string[];
  readonly places: readonly number[];
}

/**
 * Reads a file before a connection is held; rejects one with any error, and names its row and
 * column.
 */
export async function readSent(
  sender: string,
  sent: SentFile,
  reading: FileReadingQueue,
): Promise<ReadFile> {
  const { content, columns, repeats: confirmed = 0, declared, fileName, ...known } = sent;
  const read = new Lines();
  const places = columns && fileColumns.map(({ name }) => columns[name] ?? -1);
  const file = { content, columns: fileColumns, places, known };
  const found = await reading.readRows(sender, file, (rows) => {
    for (const row of rows) read.add(row);
  });
  const { lines, repeats, zero } = read;
  const isUnsure = found.reading?.isCertain === false;
  const unsure: TableFault[] = [{ row: 0, column: "", problem: "file.unsure" }];
  rejectFaults([...found.faults, ...read.faults, ...(isUnsure ? unsure : [])]);
  if (lines.length === 0) rejectFaults([{ row: 0, column: "", problem: "file.empty" }]);
  const sum = sumOf(lines);
  if (sum !== declared) {
    const fields = [{ field: "declared", problem: "declared.differs" as const }];
    throw new Problem("declared-differs", { values: { sum: formatMoney(sum) }, fields });
  }
  if (repeats.size !== confirmed) throw repeated(repeats);
  if (found.reading === null) throw new Error(`${fileName} was read and not opened`);
  const skipped = [...found.reading.skipped, ...zero].toSorted((a, b) => a.row - b.row);
  const { header } = found;
  return {
    sha256: sha256Hex(content),
    lines,
    rows: read.digests.finish(),
    said: monthNamed([fileName, ...titlesIn(skipped)]),
    repeats,
    reading: { ...found.reading, skipped },
    header,
    places: places ?? placesOf(fileColumns, header),
  };
}

function titlesIn(skipped: readonly SkippedRow[]): string[] {
  return skipped.filter(({ why }) => why === "title").map(({ text }) => text);
}

/** Lists the repeated lines, to be confirmed or removed. */
function repeated(repeats: ReadonlyMap<number, number>): Problem {
  const fields = [...repeats].slice(0, FAULTS_SHOWN).map(([row, first]) => {
    return {
      field: `row:${row}:`,
      problem: "row.repeated" as const,
      values: { first: String(first) },
    };
  });
  return new Problem("lines-repeated", { values: { count: repeats.size }, fields });
}
