import { statementColumns } from "#shared/contract/reconciliation/files.ts";
import { toWireAmount } from "#shared/money.ts";
import { placesOf } from "#server/imports/engine/header.ts";
import type { FilePreview } from "#server/imports/engine/preview-file.ts";
import type { Loaded } from "./commands.ts";
import type * as queries from "./queries.ts";
import type { ReadStatement } from "./read-statement.ts";
import { fileColumns } from "./statement-columns.ts";

/** An account that is compared with a statement, on the wire. */
export function presentAccount(row: queries.AccountRow) {
  return {
    account: row.account,
    startsOn: row.starts_on ?? "",
    coversTo: row.covers_to ?? "",
    statement: toWireAmount(row.statement_cents),
    books: toWireAmount(row.books_cents),
    unrecorded: { items: row.unrecorded, amount: toWireAmount(row.unrecorded_cents) },
    unpresented: { items: row.unpresented, amount: toWireAmount(row.unpresented_cents) },
    broughtForward: toWireAmount(row.brought_forward_cents),
    proposed: row.proposed,
  };
}

/** An imported statement, on the wire. */
export function presentFile(row: queries.FileRow) {
  return {
    id: String(row.id),
    account: row.account,
    fileName: row.file_name,
    from: row.from_day,
    to: row.to_day,
    opening: toWireAmount(row.opening_cents),
    closing: toWireAmount(row.closing_cents),
    lines: row.lines,
    added: row.added,
    by: row.loaded_by,
    on: row.loaded_on,
  };
}

/** How a statement would be read, with the proposed place of each column. */
export function presentPreview(
  { reading, header, samples }: FilePreview,
  remembered: Readonly<Record<string, number>> | null,
) {
  const guessed = placesOf(fileColumns, header);
  return {
    reading,
    header: [...header],
    samples: samples.map((row) => [...row]),
    columns: statementColumns.map((name, at) => {
      const place = remembered === null ? (guessed[at] ?? -1) : (remembered[name] ?? -1);
      return { name, needed: fileColumns[at]?.needed ?? false, place };
    }),
    isRemembered: remembered !== null,
  };
}

/** The result of an import, on the wire. */
export function presentLoaded(read: ReadStatement, { id, added, proposed }: Loaded) {
  return {
    id: id === null ? "" : String(id),
    from: read.from,
    to: read.to,
    opening: toWireAmount(read.opening),
    closing: toWireAmount(read.closing),
    lines: read.lines.length,
    added,
    skipped: read.skipped,
    proposed,
  };
}
