import type { FileReading } from "#shared/contract/kernel/file-reading.ts";
import type { ImportKind } from "#shared/contract/imports/desk.ts";
import { type ImportFormat, importFormats } from "#server/imports/engine/formats.ts";
import { headingsDigest } from "#server/imports/engine/headings.ts";
import type { KnownReading, OpenFault } from "#server/imports/engine/open-file.ts";
import type { FilePreview } from "#server/imports/engine/preview-file.ts";
import type { FileReadingQueue } from "#server/imports/engine/file-reading-queue.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { sha256Hex } from "#server/kernel/platform/random.ts";

/** How to read a kind of file. */
export function formatOf(kind: ImportKind): ImportFormat {
  const format = importFormats.find((one) => one.kind === kind);
  if (format === undefined) throw new Error(`there is no format of ${kind}`);
  return format;
}

/** A file as it was sent, with its preview. */
export interface SeenFile extends FilePreview {
  readonly kind: ImportKind;
  readonly fileName: string;
  readonly content: Uint8Array;
  readonly sha256: string;
  readonly signature: string;
}

/** Previews a file by the chosen reading; rejects one that is not a table within the limits. */
export async function preview(
  sender: string,
  content: Uint8Array,
  reading: FileReadingQueue,
  known: KnownReading = {},
): Promise<FilePreview> {
  const seen = await reading.preview(sender, content, known);
  if ("problem" in seen) throw faultsOf([seen]);
  return seen;
}

/** Previews a file before any connection is held; rejects one that is not a table at all. */
export async function seeFile(
  sender: string,
  sent: { readonly kind: ImportKind; readonly fileName: string; readonly content: Uint8Array },
  reading: FileReadingQueue,
  known: KnownReading = {},
): Promise<SeenFile> {
  const seen = await preview(sender, sent.content, reading, known);
  const sha256 = sha256Hex(sent.content);
  return { ...sent, ...seen, sha256, signature: headingsDigest(seen.header) };
}

/** How to read a file with corrected rows: it is plain CSV then, with its rows unchanged. */
export function correctedReading({ headerRow, skipped, daySystem }: FileReading): KnownReading {
  return { encoding: "utf-8", separator: "comma", headerRow, skipped, daySystem };
}

/** Returns where a file cannot be imported and why. */
export function faultsOf(faults: readonly OpenFault[]): Problem {
  const fields = faults.map(({ row, problem }) => ({ field: `row:${row}:`, problem }));
  return new Problem("file-faults", { values: { count: fields.length }, fields });
}
