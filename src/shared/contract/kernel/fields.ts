import * as z from "zod/mini";
import { parseCalendarDate } from "#shared/calendar-date.ts";
import { isEmailAddress } from "#shared/email-address.ts";
import { parseCaseNumber } from "#shared/case-number.ts";
import { parseMemberNo } from "#shared/member-number.ts";
import { cents, parseAmount, ZERO_CENTS } from "#shared/money.ts";
import { parseMobileNumber } from "#shared/mobile-number.ts";
import { plainWord } from "#shared/note-words.ts";
import { parseVerificationCode } from "#shared/verification-code.ts";
import { parseWrittenCode } from "#shared/written-code.ts";
import type { FieldProblem } from "./problems.ts";

/** Names the message for a failed check of a field. */
const says = (problem: FieldProblem): string => problem;

const required = z.string(says("field.required")).check(z.minLength(1, says("field.required")));

function readBy<T>(read: (given: string) => T | null, problem: FieldProblem) {
  return z.pipe(
    required,
    z.transform((given, context): T => {
      const value = read(given);
      if (value !== null) return value;
      context.issues.push({ code: "custom", message: says(problem), input: given });
      return z.NEVER;
    }),
  );
}

/** The same for an optional field; `none` is its value when it is empty. */
function readOrNone<T, None>(read: (given: string) => T | null, none: None, problem: FieldProblem) {
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

/** Member numbers are often pasted with blanks around them. */
const readMemberNo = (given: string) => parseMemberNo(given.trim());

/** A member number; the earlier client may send a number in place of text. */
export const memberNo = z.pipe(
  z.union([z.string(), z.pipe(z.int(), z.transform(String))], says("field.required")),
  readBy(readMemberNo, "memberNo.form"),
);

/** A member number in a path, always text. */
export const memberNoParam = readBy(readMemberNo, "memberNo.form");

export const mobileNo = readBy(parseMobileNumber, "mobile.form");

/** An e-mail address, trimmed and in lower case, at most 254 characters. */
export const email = readBy(readEmail, "email.form");

function readEmail(given: string): string | null {
  const address = given.trim().toLowerCase();
  return isEmailAddress(address) ? address : null;
}

/** A new password as typed; its strength is checked where its owner is known. */
export const newPassword = required;

/** A password to sign in with; any length that could ever have been set. */
export const password = required.check(z.maxLength(1024, says("password.long")));

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

/** The code of an invitation, in any grouping and case. */
export const invitationCode = readBy(parseWrittenCode, "code.form");

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

/** Returns an employer's payroll number in capitals; null where it is not one. */
export function readPayrollNo(given: string): string | null {
  const number = given.normalize("NFC").trim();
  return /^[A-Z0-9][A-Z0-9/_-]{0,29}$/i.test(number) ? number.toUpperCase() : null;
}

/** Returns a KRA PIN in capitals: A or P, nine digits and a letter; null where it is not one. */
export function readKraPin(given: string): string | null {
  const pin = given.normalize("NFC").trim();
  return /^[AP]\d{9}[A-Z]$/i.test(pin) ? pin.toUpperCase() : null;
}

export const nationalId = readBy(readNationalId, "idNo.form");

/** The number of an ID card or a passport, or empty. */
export const nationalIdOrNone = readOrNone(readNationalId, "", "idNo.form");

/** A file name for display, without invisible characters such as line breaks or direction marks. */
export const fileName = z.string("field.required").check(
  z.overwrite((name) => name.replace(/\p{C}/gu, "")),
  z.trim(),
  z.minLength(1, "field.required"),
  z.maxLength(120, "field.invalid"),
);

/** One of a list of values. */
export function oneOf<const Word extends string>(words: readonly Word[]) {
  return readBy((given) => words.find((word) => word === given) ?? null, "field.invalid");
}

/** An e-mail address, or empty. */
export const emailOrNone = readOrNone(readEmail, "", "email.form");

/** A member number, or null. */
export const memberNoOrNone = readOrNone(readMemberNo, null, "memberNo.form");

/** The staff number with which a new member of staff is to sign in. */
export const staffNo = readBy(readMemberNo, "staffNo.form");

/** No parameters, or no body: any input is ignored. */
export const nothing = z.unknown();

/** The query of an earlier client or a probe, which may contain unknown keys. */
export const anyQuery = z.unknown();

/** The version number of a text that was read; 0 for any other value, or none. */
export const versionOrNone = z.pipe(
  z.optional(z.unknown()),
  z.transform((given) => (Number.isInteger(given) ? Number(given) : 0)),
);

/** An amount on the wire: a JSON number of shillings with at most two decimals. */
export const amount = z.number();

const typed = z.union(
  [z.string(), z.pipe(z.number(), z.transform(String))],
  says("field.required"),
);

/** An amount in a request, as a number or a string, converted to whole cents. */
export const amountGiven = z.pipe(typed, readBy(parseAmount, "amount.form"));

/** A declared total, zero allowed, of up to twelve digits. */
export const sumGiven = z.pipe(
  typed,
  readBy((given) => {
    const [, whole = "", part = ""] = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(given) ?? [];
    return whole === "" ? null : cents(BigInt(whole + part.padEnd(2, "0")));
  }, "amount.form"),
);

/** A balance, which may be zero or negative, of up to twelve digits. */
export const balanceGiven = z.pipe(
  typed,
  readBy((given) => {
    const [, sign = "", whole = "", part = ""] =
      /^(-?)(\d{1,12})(?:\.(\d{1,2}))?$/.exec(given.trim()) ?? [];
    const size = BigInt(whole + part.padEnd(2, "0"));
    return whole === "" ? null : cents(sign === "-" ? -size : size);
  }, "balance.form"),
);

/** A count, as a number or a string. */
export const countGiven = z.pipe(
  typed,
  readBy((given) => (/^\d{1,9}$/.test(given) ? Number(given) : null), "count.form"),
);

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

/** The row number of a file in a path. */
export const rowParam = readBy(
  (given) => (/^[1-9]\d{0,8}$/.test(given) ? BigInt(given) : null),
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

/** The page of a list, from 1. */
export const pageGiven = readBy(
  (given) => (/^[1-9]\d{0,5}$/.test(given) ? Number(given) : null),
  "field.invalid",
);

/** One or more words of check-off notes, normalised for comparison with a note. */
export const noteWord = readBy((given) => {
  const plain = plainWord(given);
  const isShort = plain.length <= 40 && plain.split(" ").length <= 6;
  return plain !== "" && isShort ? plain : null;
}, "word.form");

/** A receipt number, as in M-Pesa and receipt books. */
export const receiptGiven = readBy((given) => {
  const receipt = given.trim().toUpperCase();
  return /^[A-Z0-9][A-Z0-9/-]{2,29}$/.test(receipt) ? receipt : null;
}, "receipt.form");

/** A short reason. */
export const reasonGiven = readBy((given) => {
  const reason = given.trim();
  return reason.length <= 200 && !/\p{C}/u.test(reason) ? reason : null;
}, "words.long").check(z.refine((reason) => reason !== "", says("field.required")));

/** A short note on one line, or empty. */
export const noteOrNone = readOrNone(
  (given) => {
    const note = given.trim();
    return note.length <= 200 && !/\p{C}/u.test(note) ? note : null;
  },
  "",
  "words.long",
);

/** The cursor of a list in order of time: the day and the id of its last row. */
export const cursorOfDay = readBy((given) => {
  const [, day = "", id = ""] = /^(\d{4}-\d{2}-\d{2})_([1-9]\d{0,17})$/.exec(given) ?? [];
  const parsed = parseCalendarDate(day);
  return parsed === null ? null : { day: parsed, id: BigInt(id) };
}, "field.invalid");

/**
 * The digest of what a person was shown before a decision. An answer that shows what is to be
 * decided carries the digest; the call that decides sends it back.
 */
export const shownDigest = z.string("field.required").check(z.maxLength(4000, "field.invalid"));

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

/** The same, optional. */
export const wordsOrNone = z.union([
  z.pipe(
    z.literal(""),
    z.transform(() => ""),
  ),
  wordsGiven,
]);

/** The header row of a file: from 1 to 100. */
export const headerRowGiven = readBy(
  (given) => (/^([1-9]\d?|100)$/.test(given) ? Number(given) : null),
  "field.invalid",
);

/** The column indexes in a header, such as `member_no:0,amount:3`. */
export const placesGiven = readBy((given) => {
  if (!/^[a-z_]+:\d{1,2}(,[a-z_]+:\d{1,2})*$/.test(given)) return null;
  const pairs = given.split(",").map((pair) => pair.split(":"));
  return Object.fromEntries(pairs.map(([name, place]) => [name, Number(place)]));
}, "field.invalid");
