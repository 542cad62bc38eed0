import type { Language } from "#shared/language.ts";
import type { PersonalCodeKind } from "#shared/messages/privacy/personal-codes.ts";
import type { Cents } from "#shared/money.ts";
import type { Letterhead } from "./statement-document.ts";

/** The type of a column: as in a statement, or an instant. */
export type RecordKind = "text" | "date" | "moment" | "money" | "number" | "flag";

/** The value of a cell: text, a day, an instant in ISO 8601, cents, a number, yes or no. */
export type RecordCell = string | Cents | number | boolean | null;

export interface RecordColumn {
  /** Its name for programs, and its heading for people. */
  readonly key: string;
  readonly head: string;
  readonly kind: RecordKind;
  /** The kind of code in its cells, which people read in words. */
  readonly code?: PersonalCodeKind;
}

/** One part of the data held on a member. */
export interface RecordPart {
  readonly name: string;
  readonly title: string;
  readonly columns: readonly RecordColumn[];
  readonly rows: readonly (readonly RecordCell[])[];
}

/**
 * All data held on a member as a document, independent of format. It is sent to another thread, so
 * it consists of plain values only.
 */
export interface RecordDocument {
  readonly language: Language;
  readonly letterhead: Letterhead;
  readonly title: string;
  readonly notes: readonly string[];
  readonly header: readonly (readonly [label: string, value: string])[];
  readonly memberNo: string;
  readonly parts: readonly RecordPart[];
  /** The time it was made, in milliseconds since 1970. */
  readonly issuedAt: number;
}
