import * as contract from "#shared/contract/statements/exports.ts";
import type { ExportedList, OpenList } from "#shared/contract/statements/exports.ts";
import type { Language } from "#shared/language.ts";
import { wordOfCode } from "#shared/messages/statements/exported-codes.ts";
import { exportHeads } from "#shared/messages/statements/exports.ts";
import { type CsvCell, streamCsvRows } from "#server/kernel/documents/csv.ts";
import type { Mounted } from "#server/kernel/http/mount.ts";
import { mountStream, type ReadPart } from "#server/kernel/http/mount-files.ts";
import { codesIn, everyRow } from "./queries.ts";

/** The lists of the office, each exported completely. */
export function exportRoutes(): Mounted[] {
  return [
    mountStream(contract.exported, {
      mediaType: "text/csv; charset=utf-8",
      fileName: ({ params }) => `${params.exported}.csv`,
      parts: (read, { params, language }) => listAsCsv(read, params.exported, language),
    }),
    ...contract.openLists.map((list) =>
      mountStream(contract.openExports[list], {
        mediaType: "text/csv; charset=utf-8",
        fileName: () => `${list}.csv`,
        parts: (read, { language }) => listAsCsv(read, list, language),
      }),
    ),
  ];
}

function listAsCsv(read: ReadPart, list: ExportedList | OpenList, language: Language) {
  return streamCsvRows(exportHeads(language)[list], cellsOf(read, list, language));
}

async function* cellsOf(
  read: ReadPart,
  list: ExportedList | OpenList,
  language: Language,
): AsyncGenerator<readonly (readonly CsvCell[])[]> {
  const kinds = codesIn(list);
  const formatCell = (cell: string, at: number) => {
    const kind = kinds[at] ?? null;
    return kind === null ? cell : wordOfCode(kind, cell, language);
  };
  for await (const rows of everyRow(read, list)) {
    yield rows.map(({ cells, amounts }) => [...cells.map(formatCell), ...amounts]);
  }
}
