import * as z from "zod/mini";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import * as office from "#shared/contract/kernel/office-fields.ts";
import { chosenReading, fileReading } from "#shared/contract/kernel/file-reading.ts";

/** The columns of a check-off file; the note is optional. */
export const checkOffColumns = ["member_no", "amount", "note"] as const;
export type CheckOffColumn = (typeof checkOffColumns)[number];

/** The query parameters that say how a file is to be read. */
export const readingGiven = {
  ...chosenReading.shape,
  headerRow: z.optional(office.headerRowGiven),
};

export const preview = endpoint({
  name: "check-off.preview",
  method: "POST",
  path: "/api/v1/check-off/reading",
  summary: "Previews how a check-off file would be read and its columns mapped; nothing is stored",
  audience: { kind: "staff", permission: "checkoff.prepare" },
  lasting: true,
  query: z.strictObject(readingGiven),
  takes: "table/*",
  answer: z.object({
    reading: fileReading,
    header: z.array(z.string()),
    samples: z.array(z.array(z.string())),
    /** Each with its proposed index in the header, or -1. */
    columns: z.array(
      z.object({ name: z.enum(checkOffColumns), needed: z.boolean(), place: z.int() }),
    ),
    /** Whether the mapping was chosen earlier for the same headings. */
    isRemembered: z.boolean(),
  }),
  problems: ["not-table", "too-large", "file-faults", "invalid"],
});
