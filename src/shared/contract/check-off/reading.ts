import * as z from "zod/mini";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import * as fields from "#shared/contract/kernel/fields.ts";
import { chosenReading, fileReading } from "#shared/contract/kernel/file-reading.ts";

/** The columns of a check-off file; a note may be left out. */
export const checkOffColumns = ["member_no", "amount", "note"] as const;
export type CheckOffColumn = (typeof checkOffColumns)[number];

/** What is said about how a file is read, as it follows the `?`. */
export const readingGiven = {
  ...chosenReading.shape,
  headerRow: z.optional(fields.headerRowGiven),
};

export const look = endpoint({
  name: "check-off.look",
  method: "POST",
  path: "/api/v1/check-off/reading",
  summary: "Say how a check-off file would be read and which column is which; nothing is kept",
  audience: { kind: "staff", permission: "checkoff.prepare" },
  lasting: true,
  params: fields.nothing,
  query: z.strictObject(readingGiven),
  takes: "table/*",
  body: fields.nothing,
  answer: z.object({
    reading: fileReading,
    header: z.array(z.string()),
    samples: z.array(z.array(z.string())),
    /** Each with its proposed place in the header, or -1. */
    columns: z.array(
      z.object({ name: z.enum(checkOffColumns), needed: z.boolean(), place: z.int() }),
    ),
    /** Whether the places were chosen for the same headings before. */
    isRemembered: z.boolean(),
  }),
  problems: ["not-table", "too-large", "file-faults", "invalid"],
});
