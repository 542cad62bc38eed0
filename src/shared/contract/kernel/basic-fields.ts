/**
 * The fields of the calls that a page makes before somebody has logged in; fields.ts has all. They
 * are in a separate file, because each field makes the first load larger.
 */
import * as z from "zod/mini";
import { parseMemberNo } from "#shared/member-number.ts";
import type { FieldProblem } from "./problems.ts";

/** Names the message for a failed check of a field. */
export const says = (problem: FieldProblem): string => problem;

export const required = z
  .string(says("field.required"))
  .check(z.minLength(1, says("field.required")));

/** Reads a required text; an invalid one is reported with the problem on its field. */
export function readBy<T>(read: (given: string) => T | null, problem: FieldProblem) {
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

/** Member numbers are often pasted with blanks around them. */
export const readMemberNo = (given: string) => parseMemberNo(given.trim());

/** A member number; the earlier client may send a number in place of text. */
export const memberNo = z.pipe(
  z.union([z.string(), z.pipe(z.int(), z.transform(String))], says("field.required")),
  readBy(readMemberNo, "memberNo.form"),
);

/** A password to sign in with; any length that could ever have been set. */
export const password = required.check(z.maxLength(1024, says("password.long")));

/** No parameters, or no body: any input is ignored. */
export const nothing = z.unknown();

/** The query of an earlier client or a probe, which may contain unknown keys. */
export const anyQuery = z.unknown();
