import type { IssuedDocument } from "#shared/contract/statements/member-statements.ts";
import type { Language } from "#shared/language.ts";
import type { Cents } from "#shared/money.ts";
import type { RowsKey, VerificationCode } from "#shared/verification-code.ts";

/** The type of a column: text, a `YYYY-MM-DD` day, cents, or a whole number. */
export type ColumnKind = "text" | "date" | "money" | "number";

export interface Column {
  readonly head: string;
  readonly kind: ColumnKind;
  /**
   * The column that takes the remaining width of the page; its text is wrapped when it is narrow.
   */
  readonly grows?: true;
}

/** The value of a cell, of the column's type; null is a blank. */
export type Cell = string | Cents | number | null;
export type Row = readonly Cell[];

/** The total row; its label begins in the first column. */
export interface TotalRow {
  readonly label: string;
  /** One for each column, null when the column has no total. */
  readonly sums: readonly (Cents | null)[];
  /** The column whose total the books confirm, which gets the double rule. */
  readonly tied: number;
}

/** Rows under their headings, as every document shows them. */
export interface TableRows {
  readonly columns: readonly Column[];
  /** The opening row of a statement that does not begin with the first entry. */
  readonly broughtForward: Row | null;
  readonly rows: readonly Row[];
  /** Null when there is nothing to total. */
  readonly total: TotalRow | null;
}

/** The content of a statement of any kind. */
export interface StatementTable extends TableRows {
  readonly total: TotalRow;
  /** The sentence below the total that proves it. */
  readonly proof: string | null;
}

/** A second table, below the statement's own and with a separate title. */
export interface FurtherTable {
  readonly title: string;
  readonly table: TableRows & { readonly total: TotalRow };
}

/** The issuing society, as it appears at the head of the document. */
export interface Letterhead {
  readonly organisationName: string;
  readonly address: string;
  readonly phone: string;
  readonly email: string;
  readonly accentHue: number;
  readonly accentChroma: number;
  /** A PNG or JPEG that replaces the portal's logo. */
  readonly logo: Uint8Array | null;
}

/** How a reader compares the document with what was issued. */
export interface Verification {
  readonly code: VerificationCode;
  /** The key of the rows as issued. In the QR code it follows a `#`, so that no server logs it. */
  readonly rowsKey: RowsKey;
  /** The address where the code is entered, and the same address with the code in it. */
  readonly page: string;
  readonly address: string;
  /** The name as the public page shows it. */
  readonly holder: string;
  readonly closing: Cents;
}

/** Documents of the office, which have no verification code. */
type UnissuedDocument = "income-statement" | "balance-sheet" | "reconciliation-statement";

/** The paper of a receipt: a sheet of A6, or a roll of 80 mm. */
export type ReceiptPaper = "a6" | "roll";

/**
 * A statement as a document, independent of format. It is sent to another thread, so it consists of
 * plain values only.
 */
export interface StatementDocument {
  readonly statement: IssuedDocument | UnissuedDocument;
  readonly language: Language;
  readonly letterhead: Letterhead;
  /** Left out for A4. */
  readonly paper?: ReceiptPaper;
  readonly title: string;
  /** The period and, for an extract, the sentence that says so. */
  readonly notes: readonly string[];
  /** The member's details, as pairs of a label and a value. */
  readonly header: readonly (readonly [label: string, value: string])[];
  readonly memberNo: string;
  readonly table: StatementTable;
  /** Drawn in a PDF only. */
  readonly further?: FurtherTable;
  readonly verification: Verification | null;
  /** The record of all it shows, with a signature, for the check of the file itself. */
  readonly bound?: { readonly record: string; readonly signature: string } | null;
  /** The time of issue for the file's properties, in milliseconds since 1970. */
  readonly issuedAt: number;
}
