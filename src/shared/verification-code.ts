import { parseWrittenCode, type WrittenCode, writtenCode } from "./written-code.ts";

/** The code of a printed statement. */
export type VerificationCode = WrittenCode & { readonly __brand: "VerificationCode" };

/** Makes the code of a statement, 60 bits, from eight random bytes or more. */
export function verificationCode(random: Uint8Array): VerificationCode {
  return writtenCode(random) as VerificationCode;
}

/** Reads a statement's code as a person types it from paper; null if it is not one. */
export function parseVerificationCode(typed: string): VerificationCode | null {
  return parseWrittenCode(typed) as VerificationCode | null;
}

/** The key printed beside the code, which opens the rows as they were issued. */
export type RowsKey = WrittenCode & { readonly __brand: "RowsKey" };

/** Makes the key of a document's rows, 60 bits, from eight random bytes or more. */
export function rowsKey(random: Uint8Array): RowsKey {
  return writtenCode(random) as RowsKey;
}

/** Reads a key as a person types it from paper; null if it is not one. */
export function parseRowsKey(typed: string): RowsKey | null {
  return parseWrittenCode(typed) as RowsKey | null;
}
