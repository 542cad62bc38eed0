/** A table as its texts are drawn. */
export interface RecordedTable {
  readonly heads: readonly string[];
  /** Whether each column holds figures, which are right-aligned. */
  readonly figures: readonly boolean[];
  readonly rows: readonly (readonly string[])[];
  /** The label, then the sums below their columns. */
  readonly total: readonly string[];
}

/**
 * The record of an issued document: all texts that are drawn on it. It is inside the PDF, signed,
 * and stored under the document's code, sealed with the key that is printed on the paper.
 */
export interface IssuedRecord extends RecordedTable {
  readonly version: 1;
  readonly code: string;
  readonly society: string;
  readonly title: string;
  readonly notes: readonly string[];
  readonly facts: readonly (readonly [label: string, value: string])[];
  /** A second table with a separate title, as in the statement of a loan. */
  readonly further?: RecordedTable & { readonly title: string };
}

/** How the record is sealed: both sides derive the same key from the text printed on the paper. */
export const sealing = { iterations: 10_000, ivBytes: 12 } as const;

/** The prefix of all signed data, so that the signature of a record is never valid for a file. */
export const signedDomains = { record: "akiba-record\n", file: "akiba-file\n" } as const;

/** The last line of a signed file: a comment of PDF, which readers ignore. */
export const signatureLine = "%AkibaSignature ";
