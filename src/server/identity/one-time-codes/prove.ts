import * as z from "zod/mini";
import type { FieldProblem } from "#shared/contract/kernel/problems.ts";
import type { MemberNo } from "#shared/member-number.ts";
import { statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import type { Limits } from "#server/kernel/platform/limits.ts";
import { sameHash, sha256 } from "#server/kernel/platform/random.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import {
  giveBackShared,
  guessesPerAddress,
  takeShared,
} from "#server/kernel/platform/shared-limit.ts";
import { recordClosing } from "./code-lock.ts";
import { askedBy, codeOf, type Purpose } from "./code.ts";
import { countGuess, endFailures, forgiveGuess } from "./code-limits.ts";

/** A code that was right when it was compared; it has no effect until it is spent. */
export interface ProvenCode {
  readonly otpId: string;
  readonly memberNo: MemberNo;
  readonly purpose: Purpose;
}

/** A code as it was typed, and what is needed to compare it. */
export interface TypedCode {
  readonly otp: string;
  readonly ip: string;
  readonly secret: string;
  readonly limits: Limits;
}

export interface CodeGuess extends TypedCode {
  readonly memberNo: MemberNo;
  readonly purpose: Purpose;
  /** The one subject that the code must be for, if its purpose has several. */
  readonly subject?: string;
}

/**
 * Returns the one problem for a wrong, expired, spent or never-sent code. At sign-up it names all
 * typed fields, and does not reveal which is wrong.
 */
export function codeProblem(purpose: Purpose): Problem {
  const problem: FieldProblem = purpose === "sign-up" ? "otp.sign-up-refused" : "otp.refused";
  return new Problem("otp-refused", { fields: [{ field: "otp", problem }] });
}

const tryOpenCodes = statement({
  name: "otp-try",
  text: `update otp set tries = tries + 1
    where member_no = $1 and asked_by = $2 and used_at is null
      and replaced_at is null and expires_at > akiba_now() and tries < $3
    returning id, salt, purpose, subject`,
  row: z.object({
    id: z.string(),
    salt: z.instanceof(Uint8Array),
    purpose: z.string(),
    subject: z.string(),
  }),
});

/**
 * Compares a guess with the open codes. Each comparison is counted before it is made, by one
 * conditional statement, so that parallel guesses cannot exceed the limit; a right one is
 * uncounted. Returns the problem for a wrong one, so that its count is kept.
 */
export async function proveCode(work: UnitOfWork, guess: CodeGuess): Promise<ProvenCode | Problem> {
  const { memberNo, purpose, subject = "", limits } = guess;
  const by = askedBy(purpose);
  const perAddress = guessesPerAddress(limits);
  // Guesses of strangers at the same address do not count against a signed-in person.
  const address = by === "anyone" ? guess.ip : `${by} ${guess.ip}`;
  if (!(await takeShared(work, perAddress, address))) {
    return new Problem("too-many", { retryAfter: perAddress.windowSeconds });
  }
  const counted = await countGuess(work, { memberNo, by }, limits);
  if (counted === null) return codeProblem(purpose);
  const open = await work.rows(tryOpenCodes, [memberNo, by, limits.otpTriesPerCode]);
  const isRight = open.map(({ id, salt }) =>
    sameHash(sha256(codeOf(guess.secret, id, salt)), sha256(guess.otp)),
  );
  const right = open.find((_, index) => isRight[index]);
  if (right === undefined) {
    if (counted.closes) await recordClosing(work, { memberNo, by }, counted.closes, limits);
    return codeProblem(purpose);
  }
  await giveBackShared(work, perAddress, address);
  await forgiveGuess(work, { memberNo, by });
  // The right code of another purpose is no guess, but still uses up a try.
  if (right.purpose !== purpose || right.subject !== subject) return codeProblem(purpose);
  const ids = open.map(({ id }) => id);
  await work.run("update otp set tries = tries - 1 where id = any ($1::uuid[])", [ids]);
  return { otpId: right.id, memberNo, purpose };
}

/**
 * Spends a proven code and voids the other open one. Of many who proved it at once only the first
 * succeeds.
 */
export async function spendCode(work: UnitOfWork, proven: ProvenCode): Promise<void> {
  const { otpId, memberNo, purpose } = proven;
  const by = askedBy(purpose);
  // Locks the counts before the code, as in proving: two orders would deadlock.
  await endFailures(work, { memberNo, by });
  const spent = await work.run(
    `update otp set used_at = akiba_now()
      where id = $1 and used_at is null and replaced_at is null and expires_at > akiba_now()`,
    [otpId],
  );
  if (spent === 0) throw codeProblem(purpose);
  await work.run(
    `update otp set replaced_at = akiba_now()
      where member_no = $1 and asked_by = $2 and used_at is null and replaced_at is null`,
    [memberNo, by],
  );
}
