import * as z from "zod/mini";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import { aFile, byPreparer, importDetail } from "./desk.ts";

const shared = {
  audience: byPreparer,
  params: aFile,
  takes: "table/*",
  problems: [
    "not-table",
    "too-large",
    "file-faults",
    "no-such-import",
    "no-such-file",
    "import-state",
    "in-progress",
  ],
} as const;

export const preview = endpoint({
  ...shared,
  name: "imports.previewCorrection",
  method: "POST",
  path: "/api/v1/imports/:importId/files/:file/mending-preview",
  summary: "Previews the changes a correction file would make to its file; nothing is changed",
  answer: z.object({
    /** Whether its rows carry the numbers of the rows they replace. */
    byRow: z.boolean(),
    /** The numbers of the replaced rows, the first hundred. */
    replaced: z.array(z.int()),
    replacedCount: z.int(),
    stays: z.int(),
    /** The number of rows in the file, which replace all rows where they carry no numbers. */
    rows: z.int(),
  }),
});

export const mend = endpoint({
  ...shared,
  name: "imports.mend",
  method: "POST",
  path: "/api/v1/imports/:importId/files/:file/mending",
  summary:
    "Replaces rows of a file by their numbers with corrected ones, then checks the whole import",
  lasting: true,
  answer: importDetail,
  status: 201,
  problems: [...shared.problems, "import-known"],
});

export const meanRepeats = endpoint({
  name: "imports.meanRepeats",
  method: "POST",
  path: "/api/v1/imports/:importId/files/:file/repeats",
  summary: "Confirms that the duplicate lines of a file are intended, then checks the whole import",
  audience: byPreparer,
  lasting: true,
  params: aFile,
  /** The number of duplicate lines shown; with any other number the question is asked again. */
  body: z.strictObject({ count: z.int("field.invalid").check(z.gte(1, "field.invalid")) }),
  answer: importDetail,
  status: 201,
  problems: ["no-such-import", "no-such-file", "import-state", "in-progress", "invalid"],
});
