import type { Language } from "#shared/language.ts";
import type { Cents } from "#shared/money.ts";
import type { Letterhead } from "./statement-document.ts";

/** How the cells of a column are read: an instant stands beside what a statement's cells are. */
export type RecordKind = "text" | "date" | "moment" | "money" | "number" | "flag";

/** What stands in a cell: text, a day, an instant in ISO 8601, cents, a number, yes or no. */
export type RecordCell = string | Cents | number | boolean | null;

export interface RecordColumn {
  /** Its name for machines, and its head for people. */
  readonly key: string;
  readonly head: string;
  readonly kind: RecordKind;
}

/** One part of what is held on a member. */
export interface RecordPart {
  readonly name: string;
  readonly title: string;
  readonly columns: readonly RecordColumn[];
  readonly rows: readonly (readonly RecordCell[])[];
}

/**
 * All that is held on a member as a document, free of any format. It crosses to another thread, so
 * it is made of plain values only.
 */
export interface RecordDocument {
  readonly language: Language;
  readonly letterhead: Letterhead;
  readonly title: string;
  readonly notes: readonly string[];
  readonly header: readonly (readonly [label: string, value: string])[];
  readonly memberNo: string;
  readonly parts: readonly RecordPart[];
  /** When it was made; milliseconds since 1970. */
  readonly issuedAt: number;
}
