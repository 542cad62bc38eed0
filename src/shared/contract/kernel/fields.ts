import * as z from "zod/mini";
import { parseCalendarDate } from "#shared/calendar-date.ts";
import { isEmailAddress } from "#shared/email-address.ts";
import { parseCaseNumber } from "#shared/case-number.ts";
import { parseAmount, ZERO_CENTS } from "#shared/money.ts";
import { parseMobileNumber } from "#shared/mobile-number.ts";
import { parseVerificationCode } from "#shared/verification-code.ts";
import { parseWrittenCode } from "#shared/written-code.ts";
import { readBy, readMemberNo, required, says } from "./basic-fields.ts";
import type { FieldProblem } from "./problems.ts";

export * from "./basic-fields.ts";

/** The same for an optional field; `none` is its value when it is empty. */
export function readOrNone<T, None>(
  read: (given: string) => T | null,
  none: None,
  problem: FieldProblem,
) {
  return z.pipe(
    z.string(says("field.required")),
    z.transform((given, context): T | None => {
      const value = given.trim() === "" ? null : read(given);
      if (value !== null) return value;
      if (given.trim() === "") return none;
      context.issues.push({ code: "custom", message: says(problem), input: given });
      return z.NEVER;
    }),
  );
}

/** A member number in a path, always text. */
export const memberNoParam = readBy(readMemberNo, "memberNo.form");

export const mobileNo = readBy(parseMobileNumber, "mobile.form");

/** An e-mail address, trimmed and in lower case, at most 254 characters. */
export const email = readBy(readEmail, "email.form");

/** Returns an e-mail address in lower case; null where it is not one. */
export function readEmail(given: string): string | null {
  const address = given.trim().toLowerCase();
  return isEmailAddress(address) ? address : null;
}

/** A new password as typed; its strength is checked where its owner is known. */
export const newPassword = required;

/** A one-time code: six digits as text, so that leading zeros stay. */
export const otp = readBy(
  (given) => (/^[0-9]{6}$/.test(given.trim()) ? given.trim() : null),
  "otp.form",
);

/** A code of an authenticator app: six digits as text, with any spacing. */
export const appCode = readBy(parseAppCode, "code.form");

/** A second factor: a code of the app, or a recovery code. */
export const secondFactor = readBy(
  (given) => parseAppCode(given) ?? parseWrittenCode(given),
  "code.form",
);

function parseAppCode(given: string): string | null {
  const digits = given.replace(/\s/g, "");
  return /^[0-9]{6}$/.test(digits) ? digits : null;
}

/** A person's name, 2 to 100 characters on one line. */
export const personName = readBy((given) => {
  const name = given.trim().replace(/\s+/g, " ");
  return name.length >= 2 && name.length <= 100 && !/\p{C}/u.test(name) ? name : null;
}, "person.form");

/** Returns an ID card or passport number in capitals; null where it is neither. */
export function readNationalId(given: string): string | null {
  const number = given.normalize("NFC").trim();
  return /^[A-Z0-9][A-Z0-9/-]{3,19}$/i.test(number) ? number.toUpperCase() : null;
}

/** The number of an ID card or a passport, or empty. */
export const nationalIdOrNone = readOrNone(readNationalId, "", "idNo.form");

/** The version number of a text that was read; 0 for any other or missing value. */
export const versionOrNone = z.pipe(
  z.optional(z.unknown()),
  z.transform((given) => (Number.isInteger(given) ? Number(given) : 0)),
);

/** An amount on the wire: a JSON number of shillings with at most two decimals. */
export const amount = z.number();

/** A figure as typed: a text, or a number converted to text. */
export const typed = z.union(
  [z.string(), z.pipe(z.number(), z.transform(String))],
  says("field.required"),
);

/** An amount in a request, as a number or a string, converted to whole cents. */
export const amountGiven = z.pipe(typed, readBy(parseAmount, "amount.form"));

/** An amount in a request that may be zero. */
export const amountOrZero = z.pipe(
  typed,
  readBy(
    (given) => (/^0+(\.0{1,2})?$/.test(given) ? ZERO_CENTS : parseAmount(given)),
    "amount.form",
  ),
);

/** A figure calculated by the caller, kept as it was written; it is only compared. */
export const figureGiven = z.pipe(
  typed,
  readBy((given) => (/^\d{1,12}(\.\d{1,20})?$/.test(given) ? given : null), "amount.form"),
);

/** A term in whole months, as a number or a string. */
export const monthsGiven = z.pipe(
  typed,
  readBy((given) => (/^[1-6]$/.test(given) ? Number(given) : null), "period.form"),
);

/** The only loan product that can be applied for. */
export const category = readBy(
  (given) => (given === "Instant" ? ("Instant" as const) : null),
  "category.form",
);

/** A date on the wire: `YYYY-MM-DD`. */
export const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/));

/** A date on the wire, or empty. */
export const dayOrNone = z.string().check(z.regex(/^(\d{4}-\d{2}-\d{2})?$/));

/** A date in a request, which must exist in the calendar. */
export const dayParam = readBy(parseCalendarDate, "date.form");

/** A month in a request, such as 2026-04, converted to its first day. */
export const monthGiven = readBy(
  (given) => (/^20\d{2}-\d{2}$/.test(given) ? parseCalendarDate(`${given}-01`) : null),
  "month.form",
);

/** A loan number in a path. */
export const loanNoParam = readBy(
  (given) => (/^[A-Za-z0-9][A-Za-z0-9/_-]{0,29}$/.test(given) ? given.toUpperCase() : null),
  "field.invalid",
);

/** A year in a path. */
export const yearParam = readBy(
  (given) => (/^(19|20)\d\d$/.test(given) ? Number(given) : null),
  "year.form",
);

/** A row id in a path. */
export const idParam = readBy(
  (given) => (/^[1-9]\d{0,17}$/.test(given) ? BigInt(given) : null),
  "field.invalid",
);

/**
 * The cursor of a list: the last row's id, preceded by its amount in cents where the list is sorted
 * by it.
 */
export const cursorGiven = readBy((given) => {
  const match = /^(?:(\d{1,18})-)?([1-9]\d{0,17})$/.exec(given);
  return match && { amount: BigInt(match[1] ?? 0), id: BigInt(match[2] ?? 0) };
}, "field.invalid");

/** A receipt number, as in M-Pesa and receipt books. */
export const receiptGiven = readBy((given) => {
  const receipt = given.trim().toUpperCase();
  return /^[A-Z0-9][A-Z0-9/-]{2,29}$/.test(receipt) ? receipt : null;
}, "receipt.form");

/** The code at the foot of a printed statement, in any grouping and case. */
export const verificationCode = readBy(parseVerificationCode, "field.invalid");

/** The number of a question, suggestion or complaint in a path. */
export const caseNoParam = readBy(parseCaseNumber, "field.invalid");

/** Multi-line text without invisible characters; null where it is too long. */
function readWords(given: string): string | null {
  const words = given.replaceAll("\r\n", "\n").trim();
  return words.length <= 2000 && !/[^\P{Cc}\n\t]/u.test(words) ? words : null;
}

/** Multi-line text of at most 2,000 characters. */
export const wordsGiven = readBy(readWords, "words.long").check(
  z.refine((words) => /[\p{L}\p{N}\p{P}\p{S}]/u.test(words), says("field.required")),
);
