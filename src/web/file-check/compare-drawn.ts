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
  /** The facts, by index, that the file does not show. */
  readonly facts: ReadonlySet<number>;
  /** Of the second table; null where the document has none. */
  readonly further: TableDifferences | null;
  /** Amounts that the file shows and the record does not, in order. */
  readonly added: readonly string[];
}

/** Compares a record with the texts that a file draws, whatever their spaces and line breaks. */
export function compareDrawn(record: IssuedRecord, drawn: readonly string[]): Differences {
  const text = compact(drawn);
  const reader = new Reader(text);
  const facts = missing(record.facts, (fact) => new Reader(text).finds(shortened(fact)));
  const differ = (table: RecordedTable): TableDifferences => {
    reader.finds(compact(table.heads));
    const rows = missing(table.rows, (row) => reader.finds(compact(row)));
    return { rows, total: !new Reader(text).finds(totalOf(table)) };
  };
  const own = differ(record);
  const further = record.further ? differ(record.further) : null;
  return { isReadable: text !== "", facts, ...own, further, added: addedTo(record, drawn) };
}

function missing<Item>(items: readonly Item[], isFound: (item: Item) => boolean): Set<number> {
  return new Set(items.flatMap((item, index) => (isFound(item) ? [] : [index])));
}

/** Finds texts one after another. */
class Reader {
  readonly #text: string;
  #from = 0;

  constructor(text: string) {
    this.#text = text;
  }

  finds(wanted: string): boolean {
    const at = this.#text.indexOf(wanted, this.#from);
    if (at < 0) return false;
    this.#from = at + wanted.length;
    return true;
  }
}

/** A long value may be cut on the paper to fit; its beginning is always there. */
function shortened([label, value]: readonly [string, string]): string {
  return compact([label, value]).slice(0, compact([label]).length + 16);
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
