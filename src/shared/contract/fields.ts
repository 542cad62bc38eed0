import * as z from "zod/mini";
import { parseCalendarDate } from "../calendar-date.ts";
import { parseMemberNo } from "../member-number.ts";
import { parseMobileNumber } from "../mobile-number.ts";
import { parseVerificationCode } from "../verification-code.ts";
import type { FieldProblem } from "./refusals.ts";

/** Names the words that a failed check of a field is answered with. */
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

/** A member number; the earlier client may send a number in place of text. */
export const memberNo = z.pipe(
  z.union([z.string(), z.pipe(z.int(), z.transform(String))], says("field.required")),
  readBy(parseMemberNo, "memberNo.form"),
);

/** A member number as it stands in a path, always text. */
export const memberNoParam = readBy(parseMemberNo, "memberNo.form");

export const mobileNo = readBy(parseMobileNumber, "mobile.form");

/** An e-mail address, trimmed and in lower case, at most 254 characters. */
export const email = readBy((given) => {
  const address = given.trim().toLowerCase();
  return address.length <= 254 && /^[^\s@"(),:;<>[\]\\]+@[^\s@]+\.[^\s@.]+$/.test(address)
    ? address
    : null;
}, "email.form");

/** A new password as typed; its strength is judged where its owner is known. */
export const newPassword = required;

/** A password to sign in with; any length that could ever have been set. */
export const password = required.check(z.maxLength(1024, says("password.long")));

/** A one-time code: six digits as text, so that leading noughts stay. */
export const otp = readBy(
  (given) => (/^[0-9]{6}$/.test(given.trim()) ? given.trim() : null),
  "otp.form",
);

/** No parameters, or no body: whatever is sent is ignored. */
export const nothing = z.unknown();

/** A query of the earlier client, or of a probe, which may add what means nothing to us. */
export const anyQuery = z.unknown();

/** An amount on the wire: a JSON number of shillings with at most two decimals. */
export const amount = z.number();

/** A day on the wire: `YYYY-MM-DD`. */
export const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/));

/** A day asked for, which the calendar must have. */
export const dayParam = readBy(parseCalendarDate, "date.form");

/** A loan's number as it stands in a path. */
export const loanNoParam = readBy(
  (given) => (/^[A-Za-z0-9][A-Za-z0-9/_-]{0,29}$/.test(given) ? given.toUpperCase() : null),
  "field.invalid",
);

/** The code at the foot of a printed statement, however it is grouped or cased. */
export const verificationCode = readBy(parseVerificationCode, "field.invalid");
