import type { IssuedRecord, RecordedTable } from "#shared/issued-record.ts";

/** Where a table that a file draws differs from the record. */
export interface TableDifferences {
  /** The rows, by index, that the file does not show in their place. */
  readonly rows: ReadonlySet<number>;
  readonly total: boolean;
}

/** Where the texts drawn in a changed file differ from the record. */
export interface Differences extends TableDifferences {
  /** Whether the file's texts could be read at all. */
  readonly isReadable: boolean;
  /** The lines, by index, that the file does not show. */
  readonly lines: ReadonlySet<number>;
  /** The facts, by index, that the file does not show. */
  readonly facts: ReadonlySet<number>;
  /** For the second table; null if the document has none. */
  readonly further: TableDifferences | null;
  /** Amounts that the file shows and the record does not, in order. */
  readonly added: readonly string[];
}

/** Returns the texts of a document outside its facts and its tables. */
export function linesOf({ society, title, code, notes }: IssuedRecord): readonly string[] {
  return [society, title, code, ...notes];
}

/** Compares a record with the texts that a file draws, whatever their spaces and line breaks. */
export function compareDrawn(record: IssuedRecord, drawn: readonly string[]): Differences {
  const pieces = drawn.map((text) => compact([text]));
  const reader = new Reader(pieces);
  const isDrawn = (label: string, value: string): boolean =>
    new Reader(pieces).finds(compact([label, value])) || isCut(label, value, pieces);
  const differ = (table: RecordedTable): TableDifferences => {
    reader.finds(compact(table.heads));
    const rows = missing(table.rows, (row) => reader.finds(compact(row)));
    return { rows, total: !new Reader(pieces).finds(totalOf(table)) };
  };
  const own = differ(record);
  return {
    isReadable: pieces.some((piece) => piece !== ""),
    lines: missing(linesOf(record), (line) => isDrawn("", line)),
    facts: missing(record.facts, ([label, value]) => isDrawn(label, value)),
    ...own,
    further: record.further ? differ(record.further) : null,
    added: addedTo(record, drawn),
  };
}

function missing<Item>(items: readonly Item[], isFound: (item: Item) => boolean): Set<number> {
  return new Set(items.flatMap((item, index) => (isFound(item) ? [] : [index])));
}

/** Finds texts one after another, each as one or more whole pieces of the drawn text. */
class Reader {
  readonly #text: string;
  /** Where a piece begins or ends. */
  readonly #edges = new Set([0]);
  #from = 0;

  constructor(pieces: readonly string[]) {
    this.#text = pieces.join("");
    let edge = 0;
    for (const { length } of pieces) this.#edges.add((edge += length));
  }

  finds(wanted: string): boolean {
    let at = this.#text.indexOf(wanted, this.#from);
    while (at >= 0 && !(this.#edges.has(at) && this.#edges.has(at + wanted.length))) {
      at = this.#text.indexOf(wanted, at + 1);
    }
    if (at < 0) return false;
    this.#from = at + wanted.length;
    return true;
  }
}

/** The shortest beginning of a value that counts as the value. */
const CUT_LENGTH = 16;

/** Whether a long value is cut with dots to fit its place, as the portal does it. */
function isCut(label: string, value: string, pieces: readonly string[]): boolean {
  const [before, whole] = [compact([label]), compact([value])];
  return pieces.some(
    (piece, index) =>
      piece.length > CUT_LENGTH &&
      piece.endsWith("…") &&
      whole.startsWith(piece.slice(0, -1)) &&
      (before === "" || pieces[index - 1] === before),
  );
}

/** A receipt writes the currency between its label and its amount. */
function totalOf({ total, rows, heads }: RecordedTable): string {
  const [label = "", ...sums] = total;
  return compact(rows.length === 0 && heads.length === 1 ? [label, "Ksh", ...sums] : total);
}

const AMOUNT = /[-−]?\d[\d,]*\.\d\d(?!\d)/g;

function addedTo(record: IssuedRecord, drawn: readonly string[]): string[] {
  const { facts, notes, further } = record;
  const ofTable = ({ rows, total }: RecordedTable) => [...rows.flat(), ...total];
  const ofTables = [...ofTable(record), ...(further ? ofTable(further) : [])];
  const known = new Set(amountsIn([...ofTables, ...facts.flat(), ...notes]));
  return [...new Set(amountsIn(drawn))].filter((amount) => !known.has(amount));
}

function amountsIn(texts: readonly string[]): readonly string[] {
  return texts.join("|").match(AMOUNT) ?? [];
}

function compact(texts: readonly string[]): string {
  return texts.join("").replace(/\s+/g, "").normalize("NFC");
}
