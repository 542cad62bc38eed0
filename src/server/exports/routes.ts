import * as contract from "#shared/contract/exports.ts";
import { exportHeads } from "#shared/messages/exports.ts";
import { type CsvCell, streamCsvRows } from "#server/documents/csv.ts";
import type { Mounted } from "#server/http/mount.ts";
import { mountStream } from "#server/http/mount-files.ts";
import { everyRow } from "./queries.ts";

/** The lists of the office, each given out whole. */
export function exportRoutes(): Mounted[] {
  return [
    mountStream(contract.exported, {
      mediaType: "text/csv; charset=utf-8",
      fileName: ({ params }) => `${params.exported}.csv`,
      parts: (read, { params: { exported: list }, language }) =>
        streamCsvRows(exportHeads(language)[list], cellsOf(everyRow(read, list))),
    }),
  ];
}

async function* cellsOf(
  pages: ReturnType<typeof everyRow>,
): AsyncGenerator<readonly (readonly CsvCell[])[]> {
  for await (const rows of pages) yield rows.map(({ cells, amounts }) => [...cells, ...amounts]);
}
