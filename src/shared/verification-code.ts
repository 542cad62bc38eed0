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
