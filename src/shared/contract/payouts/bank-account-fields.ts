import * as z from "zod/mini";
import type { FieldProblem } from "#shared/contract/kernel/field-problems.ts";

/** Letters, digits and plain punctuation, which a bank's program reads unchanged. */
const bankText = (most: number) =>
  z.string("field.required").check(
    z.trim(),
    z.overwrite((given) => given.replace(/\s+/g, " ")),
    z.minLength(1, "field.required"),
    z.minLength(2, "field.invalid"),
    z.maxLength(most, "field.long"),
    z.regex(/^\p{L}[\p{L}\p{M}\p{N} .,'&()/-]*$/u, "field.invalid"),
  );

/** Digits kept as text, so that leading zeros stay; blanks and dashes between them are left out. */
const digits = (least: number, most: number, wrong: FieldProblem) =>
  z.string("field.required").check(
    z.overwrite((given) => given.replace(/[\s-]/g, "")),
    z.minLength(1, "field.required"),
    z.regex(new RegExp(`^[0-9]{${least},${most}}$`), wrong),
  );

/** A bank account as it is given. */
export const detailsGiven = z.strictObject({
  bankName: bankText(60),
  branchCode: digits(5, 6, "bank.branch"),
  accountNo: digits(5, 20, "bank.account"),
  accountName: bankText(80),
});

/** A bank account as it is shown. */
export const detailsShown = {
  bankName: z.string(),
  branchCode: z.string(),
  /** All but the last digits are masked. */
  accountNo: z.string(),
  accountName: z.string(),
};
