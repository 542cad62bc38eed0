import * as contract from "#shared/contract/check-off/review.ts";
import type { Language } from "#shared/language.ts";
import { type ShownBatch, shownBatch } from "#server/check-off/payroll/shown-batch.ts";
import { streamCsvRows } from "#server/kernel/documents/csv.ts";
import { type Mounted, mountRead } from "#server/kernel/http/mount.ts";
import { mountStream, type ReadPart } from "#server/kernel/http/mount-files.ts";
import type { Snapshot } from "#server/kernel/platform/database.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { presentReviewed, reviewCells, reviewHeads } from "./present.ts";
import * as queries from "./queries.ts";

const LINES = 100;
const LINES_OF_A_FILE = 500;

/** Lines that the poster of a check-off file reads first, on the screen and as a file. */
export function checkOffReviewRoutes(): Mounted[] {
  return [
    mountRead(contract.review, async (snapshot, { params, query: { after = 0n } }) => {
      const { print } = await requireFile(snapshot, params.batch);
      const page = { after, most: LINES + 1 };
      const found = await queries.reviewedAfter(snapshot, params.batch, page);
      const rows = found.slice(0, LINES);
      const isLast = found.length <= LINES;
      return {
        rows: rows.map(presentReviewed),
        next: isLast ? "" : String(rows.at(-1)?.line.row_no ?? ""),
        print,
      };
    }),
    mountStream(contract.reviewFile, {
      mediaType: "text/csv; charset=utf-8",
      fileName: ({ params }) => `check-off-${params.batch}-review.csv`,
      parts: (read, { params, language }) => linesAsCsv(read, params.batch, language),
    }),
  ];
}

async function requireFile(snapshot: Snapshot, id: bigint): Promise<ShownBatch> {
  const shown = await shownBatch(snapshot, id);
  if (shown === null) throw new Problem("no-such-batch");
  return shown;
}

async function* linesAsCsv(read: ReadPart, id: bigint, language: Language) {
  const { value_date: valueDate } = await read((snapshot) => requireFile(snapshot, id));
  const lines = reviewedPages(read, id);
  yield* streamCsvRows(reviewHeads(language), cellsOf(lines, language, valueDate));
}

async function* cellsOf(
  pages: ReturnType<typeof reviewedPages>,
  language: Language,
  valueDate: string,
) {
  for await (const lines of pages) {
    yield lines.flatMap((line) => reviewCells(language, line, valueDate));
  }
}

async function* reviewedPages(read: ReadPart, id: bigint) {
  let after = 0;
  for (;;) {
    const page = { after, most: LINES_OF_A_FILE };
    const found = await read((snapshot) => queries.reviewedAfter(snapshot, id, page));
    yield found;
    if (found.length < LINES_OF_A_FILE) return;
    after = found.at(-1)?.line.row_no ?? after;
  }
}
