import * as z from "zod/mini";
import type { MemberNo } from "#shared/member-number.ts";
import { statement, type UnitOfWork } from "#server/platform/database.ts";
import type { Limits } from "#server/platform/limits.ts";
import { sameHash, sha256 } from "#server/platform/random.ts";
import { Refusal } from "#server/platform/refusal.ts";
import { giveBackShared, guessesPerAddress, takeShared } from "#server/platform/shared-limit.ts";
import { codeOf } from "./code.ts";
import type { Purpose } from "./send.ts";

/** A code that was right when it was compared; it opens nothing until it is spent. */
export interface ProvenCode {
  readonly otpId: string;
  readonly memberNo: MemberNo;
}

export interface CodeGuess {
  readonly memberNo: MemberNo;
  readonly purpose: Purpose;
  /** The one thing that the code has to be for, where its purpose has several. */
  readonly subject?: string;
  readonly code: string;
  readonly ip: string;
  readonly secret: string;
  readonly limits: Limits;
}

/** What a wrong, expired, spent or never-sent code is answered with, all alike. */
export function codeRefused(): Refusal {
  return new Refusal("otp-refused", { fields: [{ field: "otp", problem: "otp.refused" }] });
}

/**
 * Compares a guess with the open code. Each comparison is counted before it is made, by one
 * conditional statement, so that no number of parallel guesses gets more than the bound; a right
 * one is given back. Returns the refusal of a wrong one, to keep its count.
 */
export async function proveCode(work: UnitOfWork, guess: CodeGuess): Promise<ProvenCode | Refusal> {
  const { memberNo, limits } = guess;
  const perAddress = guessesPerAddress(limits);
  if (!(await takeShared(work, perAddress, guess.ip))) {
    return new Refusal("too-many", { retryAfter: perAddress.windowSeconds });
  }
  if (!(await countGuess(work, guess))) return codeRefused();
  const sought = [memberNo, guess.purpose, limits.otpTriesPerCode, guess.subject ?? ""];
  const open = await work.first(tryOpenCode, sought);
  if (open === null) return codeRefused();
  const right = codeOf(guess.secret, open.id, open.salt);
  if (!sameHash(sha256(right), sha256(guess.code))) return codeRefused();
  await giveBackShared(work, perAddress, guess.ip);
  await forgiveGuess(work, memberNo, open.id);
  return { otpId: open.id, memberNo };
}

/** Spends a proven code; of many who proved it at once only the first gets past here. */
export async function spendCode(work: UnitOfWork, proven: ProvenCode): Promise<void> {
  // The standing before the code, as in proving: two orders would lock each other out.
  await work.run("update otp_standing set consecutive_failures = 0 where member_no = $1", [
    proven.memberNo,
  ]);
  const spent = await work.run(
    `update otp set used_at = akiba_now()
      where id = $1 and used_at is null and replaced_at is null and expires_at > akiba_now()`,
    [proven.otpId],
  );
  if (spent === 0) throw codeRefused();
}

// Only where a code is open: a stranger's guesses at nothing must not block a member's codes.
const countOneGuess = statement({
  name: "otp-count-guess",
  text: `insert into otp_standing as s (member_no, day, failures, consecutive_failures)
      select $1, akiba_today(), 1, 1 where exists (select from otp
        where member_no = $1 and purpose = $4 and subject = $5 and used_at is null
          and replaced_at is null and expires_at > akiba_now())
    on conflict (member_no) do update set day = akiba_today(),
      sends = case when s.day = akiba_today() then s.sends else 0 end,
      failures = case when s.day = akiba_today() then s.failures + 1 else 1 end,
      consecutive_failures = s.consecutive_failures + 1
    where (s.day < akiba_today() or s.failures < $2) and s.consecutive_failures < $3
    returning failures`,
  row: z.object({ failures: z.int() }),
});

async function countGuess(work: UnitOfWork, guess: CodeGuess): Promise<boolean> {
  const { memberNo, purpose, subject = "", limits } = guess;
  const bounds = [limits.otpFailuresPerMemberPerDay, limits.otpFailuresInARow];
  return (await work.first(countOneGuess, [memberNo, ...bounds, purpose, subject])) !== null;
}

const tryOpenCode = statement({
  name: "otp-try",
  text: `update otp set tries = tries + 1
    where member_no = $1 and purpose = $2 and subject = $4 and used_at is null
      and replaced_at is null and expires_at > akiba_now() and tries < $3
    returning id, salt`,
  row: z.object({ id: z.string(), salt: z.instanceof(Uint8Array) }),
});

async function forgiveGuess(work: UnitOfWork, memberNo: MemberNo, otpId: string): Promise<void> {
  await work.run("update otp set tries = tries - 1 where id = $1", [otpId]);
  await work.run(
    `update otp_standing set failures = failures - 1,
      consecutive_failures = consecutive_failures - 1 where member_no = $1`,
    [memberNo],
  );
}
