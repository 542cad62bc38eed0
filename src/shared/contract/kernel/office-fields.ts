import * as z from "zod/mini";
import { parseCalendarDate } from "#shared/calendar-date.ts";
import { cents } from "#shared/money.ts";
import { plainWord } from "#shared/note-words.ts";
import { parseWrittenCode } from "#shared/written-code.ts";
import {
  idParam,
  readBy,
  readEmail,
  readMemberNo,
  readNationalId,
  readOrNone,
  says,
  typed,
  wordsGiven,
} from "./fields.ts";

/** The code of an invitation, in any grouping and case. */
export const invitationCode = readBy(parseWrittenCode, "code.form");

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

/** The row number of a file in a path. */
export const rowParam = readBy(
  (given) => (/^[1-9]\d{0,8}$/.test(given) ? BigInt(given) : null),
  "field.invalid",
);

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

/** A short reason. */
export const reasonGiven = readBy((given) => {
  const reason = given.trim();
  return reason.length <= 200 && !/\p{C}/u.test(reason) ? reason : null;
}, "words.long").check(z.refine((reason) => reason !== "", says("field.required")));

/**
 * The path of a call about one row, by its id. Contracts of members spell it out: what two of their
 * files share weighs more than it saves.
 */
export const byId = z.object({ id: idParam });

/** A reason of up to 300 characters, which may take several lines. */
export const longReason = z
  .string("field.required")
  .check(z.trim(), z.minLength(1, "field.required"), z.maxLength(300, "field.invalid"));

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
 * The digest of what a person was shown before a decision. The answer that shows the facts of a
 * decision carries the digest; the call that decides sends it back.
 */
export const shownDigest = z.string("field.required").check(z.maxLength(4000, "field.invalid"));

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
