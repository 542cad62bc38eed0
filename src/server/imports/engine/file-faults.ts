import type { ChosenReading } from "#shared/contract/kernel/file-reading.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import type { FileReadingQueue } from "./file-reading-queue.ts";
import type { FilePreview } from "./preview-file.ts";
import type { TableFault } from "./read-table.ts";

/** An error of a file whose text has placeholders. */
export interface FilledFault extends TableFault {
  readonly values?: Readonly<Record<string, string>>;
}

/** The most errors of a file that an answer lists; it counts all of them. */
export const FAULTS_SHOWN = 200;

/** Names where a file cannot be imported, and why. */
export function faultsIn(faults: readonly FilledFault[]): Problem {
  const fields = faults.slice(0, FAULTS_SHOWN).map(({ row, column, problem, values }) => ({
    field: `row:${row}:${column}`,
    problem,
    ...(values !== undefined && { values }),
  }));
  return new Problem("file-faults", { values: { count: faults.length }, fields });
}

/** Rejects a file with any error. */
export function rejectFaults(faults: readonly FilledFault[]): void {
  if (faults.length > 0) throw faultsIn(faults);
}

/** Previews a file with the chosen options; rejects one that is not a table. */
export async function previewSent(
  sender: string,
  content: Uint8Array,
  chosen: ChosenReading,
  reading: FileReadingQueue,
): Promise<FilePreview> {
  const seen = await reading.preview(sender, content, chosen);
  if ("problem" in seen) throw faultsIn([{ row: seen.row, column: "", problem: seen.problem }]);
  return seen;
}
