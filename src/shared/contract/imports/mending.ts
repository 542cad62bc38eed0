import * as z from "zod/mini";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import * as fields from "#shared/contract/kernel/fields.ts";
import { aFile, byPreparer, importDetail } from "./desk.ts";

const shared = {
  audience: byPreparer,
  params: aFile,
  takes: "table/*",
  body: fields.nothing,
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
  name: "imports.previewMending",
  method: "POST",
  path: "/api/v1/imports/:importId/files/:file/mending-preview",
  summary: "Say what a mended file would change in the file it belongs to; nothing is changed",
  answer: z.object({
    /** Whether its rows have the numbers of the rows they replace. */
    byRow: z.boolean(),
    /** The numbers of the rows that are replaced, the first hundred. */
    replaced: z.array(z.int()),
    replacedCount: z.int(),
    stays: z.int(),
    /** How many rows the file itself has, which would take the place of all. */
    rows: z.int(),
  }),
});

export const mend = endpoint({
  ...shared,
  name: "imports.mend",
  method: "POST",
  path: "/api/v1/imports/:importId/files/:file/mending",
  summary: "Put mended rows in the place of the rows with their numbers, and check all of it again",
  lasting: true,
  answer: importDetail,
  status: 201,
  problems: [...shared.problems, "import-known"],
});

export const meanRepeats = endpoint({
  name: "imports.meanRepeats",
  method: "POST",
  path: "/api/v1/imports/:importId/files/:file/repeats",
  summary:
    "Say that the lines of a file that are listed twice are meant; all of it is checked again",
  audience: byPreparer,
  lasting: true,
  params: aFile,
  /** How many lines were shown; where the file has another number, they are asked about again. */
  body: z.strictObject({ count: z.int("field.invalid").check(z.gte(1, "field.invalid")) }),
  answer: importDetail,
  status: 201,
  problems: ["no-such-import", "no-such-file", "import-state", "in-progress", "invalid"],
});
