import * as z from "zod/mini";
import { languages } from "#shared/language.ts";

const texts = z.array(z.string());

/** A table as its texts are drawn; see `RecordedTable`. */
const table = {
  heads: texts,
  figures: z.array(z.boolean()),
  rows: z.array(texts),
  total: texts,
};

/** An issued document for the page to draw and print: its record, and the content around it. */
export const printedDocument = z.object({
  language: z.enum(languages),
  letterhead: z.object({
    name: z.string(),
    address: z.string(),
    phone: z.string(),
    email: z.string(),
  }),
  memberNo: z.string(),
  /** Exactly what is sealed under the code; nothing else of the statement is drawn. */
  record: z.object({
    version: z.literal(1),
    code: z.string(),
    society: z.string(),
    title: z.string(),
    notes: texts,
    /** Pairs of a label and a value. */
    facts: z.array(texts),
    ...table,
    further: z.optional(z.object({ title: z.string(), ...table })),
  }),
  /** The note below the total, which confirms it; empty if there is none. */
  proof: z.string(),
  /** The column of each table whose total the books confirm. */
  tied: z.array(z.int()),
  /** Drawn in a table without rows. */
  noEntries: z.string(),
  verification: z.object({
    heading: z.string(),
    keyHeading: z.string(),
    rowsKey: z.string(),
    how: z.string(),
    /** The QR code: its text for screen readers, squares along a side, and dark ones as a path. */
    picture: z.object({ alt: z.string(), size: z.int(), path: z.string() }),
  }),
  foot: z.string(),
});

export type PrintedDocument = z.output<typeof printedDocument>;
