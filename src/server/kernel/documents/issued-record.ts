import type { Language } from "#shared/language.ts";
import type { IssuedRecord, RecordedTable } from "#shared/issued-record.ts";
import { writtenCell } from "./pdf-columns.ts";
import type { Row, StatementDocument, TableRows, TotalRow } from "./statement-document.ts";

/**
 * Writes down what a document shows: its facts, every row and the total, as the texts that are
 * drawn. Null for a document without a code, which cannot be verified.
 */
export function recordOf(document: StatementDocument): string | null {
  const { language, table, further, verification, letterhead, paper } = document;
  if (verification === null) return null;
  const written = recorded(language, table);
  const record: IssuedRecord = {
    version: 1,
    code: verification.code,
    society: letterhead.organisationName,
    title: document.title,
    notes: table.proof === null ? document.notes : [...document.notes, table.proof],
    facts: document.header,
    ...written,
    // A receipt shows its one figure below its facts, without a table.
    rows: paper === undefined ? written.rows : [],
    ...(further && { further: { title: further.title, ...recorded(language, further.table) } }),
  };
  return JSON.stringify(record);
}

function recorded(
  language: Language,
  { columns, broughtForward, rows, total }: TableRows & { readonly total: TotalRow },
): RecordedTable {
  const write = (row: Row): string[] =>
    columns.map((column, index) => writtenCell(language, column, row[index] ?? null));
  const sums = write(total.sums);
  return {
    heads: columns.map(({ head }) => head),
    figures: columns.map(({ kind }) => kind === "money" || kind === "number"),
    rows: [...(broughtForward ? [broughtForward] : []), ...rows].map(write),
    // The label replaces the first column, unless that column is the only one.
    total: [total.label, ...(columns.length > 1 ? sums.slice(1) : sums)],
  };
}
