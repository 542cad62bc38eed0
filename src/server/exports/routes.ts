import * as contract from "#shared/contract/exports.ts";
import type { ExportedList, OpenList } from "#shared/contract/exports.ts";
import type { Language } from "#shared/language.ts";
import { exportHeads } from "#shared/messages/exports.ts";
import { type CsvCell, streamCsvRows } from "#server/documents/csv.ts";
import type { Mounted } from "#server/http/mount.ts";
import { mountStream, type ReadPart } from "#server/http/mount-files.ts";
import { everyRow } from "./queries.ts";

/** The lists of the office, each given out whole. */
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
  return streamCsvRows(exportHeads(language)[list], cellsOf(everyRow(read, list)));
}

async function* cellsOf(
  pages: ReturnType<typeof everyRow>,
): AsyncGenerator<readonly (readonly CsvCell[])[]> {
  for await (const rows of pages) yield rows.map(({ cells, amounts }) => [...cells, ...amounts]);
}
