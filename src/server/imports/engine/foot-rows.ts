import type { SkippedRow } from "#shared/contract/kernel/file-reading.ts";
import { textOf } from "./separator-and-header-row.ts";

interface Row {
  readonly row: number;
  readonly cells: readonly string[];
}

/** With more rows than this below the totals, there is no foot. */
const MAX_ROWS = 20;

/**
 * Recognises the foot of a table: a row of totals, and the notes below it, such as who prepared
 * it. A whole row after them means that they were lines of the table.
 */
export class FootRows<Held extends Row = Row> {
  #held: Held[] = [];

  /** Takes the next row; returns those that are known to be lines of the table. */
  add(row: Held): Held[] {
    const isFoot = this.#held.length > 0 ? isNarrow(row) || isTotal(row) : isTotal(row);
    if (isFoot && this.#held.length < MAX_ROWS) {
      this.#held.push(row);
      return [];
    }
    const lines = [...this.#held, row];
    this.#held = [];
    return lines;
  }

  /** The rows of the foot, once all rows were added. */
  get skipped(): SkippedRow[] {
    return this.#held.map((held) => {
      const why = isTotal(held) ? "total" : "footer";
      return { row: held.row, why, text: textOf(held.cells) };
    });
  }
}

function isTotal({ cells }: Row): boolean {
  const first = cells.find((cell) => cell.trim() !== "")?.trim() ?? "";
  return /^(grand\s*|sub[\s-]*)?totals?\b|^jumla\b/i.test(first);
}

/** Whether at most half of its cells have a value. */
function isNarrow({ cells }: Row): boolean {
  return cells.filter((cell) => cell.trim() !== "").length * 2 <= cells.length;
}
