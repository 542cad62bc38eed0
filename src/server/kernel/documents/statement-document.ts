import type { IssuedDocument } from "#shared/contract/statements/member-statements.ts";
import type { Language } from "#shared/language.ts";
import type { Cents } from "#shared/money.ts";
import type { VerificationCode } from "#shared/verification-code.ts";

/** How the cells of a column are read: text, a `YYYY-MM-DD` day, cents, or a whole number. */
export type ColumnKind = "text" | "date" | "money" | "number";

export interface Column {
  readonly head: string;
  readonly kind: ColumnKind;
  /** Takes what the other columns leave of the page; where one is narrow, its text is folded. */
  readonly grows?: true;
}

/** What stands where a row and a column meet, of the column's kind; null is a blank. */
export type Cell = string | Cents | number | null;
export type Row = readonly Cell[];

/** The row that sums: its label begins at the first column. */
export interface TotalRow {
  readonly label: string;
  /** One for each column, null where the column is not summed. */
  readonly sums: readonly (Cents | null)[];
  /** The column whose sum the books confirm, which gets the double rule. */
  readonly tied: number;
}

/** Rows under their heads, as any document shows them. */
export interface TableRows {
  readonly columns: readonly Column[];
  /** The first row of a statement that does not begin at the beginning. */
  readonly broughtForward: Row | null;
  readonly rows: readonly Row[];
  /** Null where there is nothing to sum. */
  readonly total: TotalRow | null;
}

/** What a statement shows, whatever it is a statement of. */
export interface StatementTable extends TableRows {
  readonly total: TotalRow;
  /** The sentence below the total that proves it. */
  readonly proof: string | null;
}

/** Who gives the statement out, as it stands at the head of the paper. */
export interface Letterhead {
  readonly organisationName: string;
  readonly address: string;
  readonly phone: string;
  readonly email: string;
  readonly accentHue: number;
  readonly accentChroma: number;
  /** A PNG or JPEG in place of the sign of the portal. */
  readonly logo: Uint8Array | null;
}

/** How the paper is held against what was issued. */
export interface Verification {
  readonly code: VerificationCode;
  /** Where the code is entered, and the same address with the code in it. */
  readonly page: string;
  readonly address: string;
  /** The name as the public page shows it. */
  readonly holder: string;
  readonly closing: Cents;
}

/**
 * A statement as a document, free of any format. It crosses to another thread, so it is made of
 * plain values only.
 */
export interface StatementDocument {
  readonly statement: IssuedDocument;
  readonly language: Language;
  readonly letterhead: Letterhead;
  readonly title: string;
  /** The period, and the sentence that it is an extract, where it is one. */
  readonly notes: readonly string[];
  /** The member, as pairs of a label and what it says. */
  readonly header: readonly (readonly [label: string, value: string])[];
  readonly memberNo: string;
  readonly table: StatementTable;
  readonly verification: Verification | null;
  /** When it was issued, for the file's own properties; milliseconds since 1970. */
  readonly issuedAt: number;
}
