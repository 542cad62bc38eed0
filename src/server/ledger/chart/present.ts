import type { Language } from "#shared/language.ts";
import { treasuryWords } from "#shared/messages/treasury/treasury.ts";
import { toWireAmount } from "#shared/money.ts";
import type { CsvCell } from "#server/kernel/documents/csv.ts";
import type { AccountRow } from "./queries.ts";

/** An added account on the wire. */
export function presentAccount(row: AccountRow) {
  return {
    code: row.code,
    name: row.name,
    type: row.type,
    under: row.control_code,
    kinds: row.kinds,
    isOpen: row.closed_on === "",
    balance: toWireAmount(row.balance),
    waiting: row.waiting,
    openedBy: row.opened_by,
    openedOn: row.opened_on,
    closedBy: row.closed_by,
    closedOn: row.closed_on,
  };
}

/** The added accounts as rows of a file. */
export function accountCells(rows: readonly AccountRow[], language: Language): CsvCell[][] {
  const { chart, kinds } = treasuryWords(language);
  return [
    chart.file,
    ...rows.map((row) => [
      row.code,
      row.name,
      chart.types[row.type],
      row.kinds.map((kind) => kinds[kind]).join("; "),
      row.balance,
      row.closed_on === "" ? chart.open : chart.closed,
      row.opened_on,
      row.opened_by,
      row.closed_on,
      row.closed_by,
    ]),
  ];
}
