import * as z from "zod/mini";
import type { MemberNo } from "#shared/member-number.ts";
import { statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import type { Limits } from "#server/kernel/platform/limits.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { inNairobi } from "#server/kernel/platform/nairobi.ts";
import type { AskedBy } from "./code.ts";

/** The PostgreSQL format of a time named in a message; its words are replaced by language. */
export const TOLD_MOMENT = "YYYY-MM-DD HH24:MI";

/** The counts are kept apart for strangers, the signed-in owner and the office. */
export interface Counted {
  readonly memberNo: MemberNo;
  readonly by: AskedBy;
}

const countOneSend = statement({
  name: "otp-count-send",
  text: `insert into otp_standing as s (member_no, asked_by, day, sends)
      values ($1, $2, akiba_today(), 1)
    on conflict (member_no, asked_by) do update set day = akiba_today(),
      sends = case when s.day = akiba_today() then s.sends + 1 else 1 end,
      failures = case when s.day = akiba_today() then s.failures else 0 end
    where (s.next_send_at is null or s.next_send_at <= akiba_now())
      and (s.day < akiba_today() or (s.sends < $3 and s.failures < $4))
      and otp_failures_left(s.consecutive_failures, s.decays_from, $6) < $5
    returning sends`,
  row: z.object({ sends: z.int() }),
});

const findWait = statement({
  name: "otp-wait",
  text: `select greatest(0, ceil(extract(epoch from next_send_at - akiba_now())))::int as wait,
      day = akiba_today() and (sends >= $3 or failures >= $4) as capped,
      to_char(${inNairobi("otp_closed_until(consecutive_failures, decays_from, $6, $5)")},
        '${TOLD_MOMENT}') as closed_until
    from otp_standing where member_no = $1 and asked_by = $2`,
  row: z.object({
    wait: z.nullable(z.int()),
    capped: z.boolean(),
    closed_until: z.nullable(z.string()),
  }),
});

/**
 * Counts a request for a code and returns the seconds until the next may follow. Throws during the
 * wait, over the day's limit and while wrong guesses have closed the codes, with the same answer
 * for unknown numbers.
 */
export async function countSend(
  work: UnitOfWork,
  { memberNo, by }: Counted,
  phone: string,
  limits: Limits,
): Promise<number> {
  const bounds = [
    memberNo,
    by,
    limits.otpSendsPerMemberPerDay,
    limits.otpFailuresPerMemberPerDay,
    limits.otpFailuresInARow,
    limits.otpFailuresForgottenPerWeek,
  ];
  const counted = await work.first(countOneSend, bounds);
  if (counted === null) {
    const standing = await work.first(findWait, bounds);
    const until = standing?.closed_until ?? null;
    if (until !== null) throw new Problem("otp-closed", { values: { until, phone } });
    if (standing?.capped) throw new Problem("otp-day-cap", { values: { phone } });
    throw new Problem("otp-too-soon", { retryAfter: standing?.wait ?? 1 });
  }
  const wait = resendWait(counted.sends, limits.otpFirstResendSeconds);
  await work.run(
    `update otp_standing set next_send_at = akiba_now() + make_interval(secs => $3),
        closed_at = case when $4 then akiba_now() else closed_at end,
        closed_until = case when $4 then ${inNairobi("(day + 1)::timestamp")}
          else closed_until end
      where member_no = $1 and asked_by = $2`,
    [memberNo, by, wait, counted.sends >= limits.otpSendsPerMemberPerDay],
  );
  return wait;
}

// Counts only while a code is open: a stranger's guesses must not close a member's codes. The
// purpose does not matter, or the counts would reveal which numbers have a login.
const countOneGuess = statement({
  name: "otp-count-guess",
  text: `insert into otp_standing as s (member_no, asked_by, day, failures, consecutive_failures)
      select $1, $2, akiba_today(), 1, 1 where exists (select from otp
        where member_no = $1 and asked_by = $2 and used_at is null and replaced_at is null
          and expires_at > akiba_now())
    on conflict (member_no, asked_by) do update set day = akiba_today(),
      sends = case when s.day = akiba_today() then s.sends else 0 end,
      failures = case when s.day = akiba_today() then s.failures + 1 else 1 end,
      consecutive_failures = otp_failures_left(s.consecutive_failures, s.decays_from, $5) + 1,
      decays_from = otp_decays_from(s.consecutive_failures, s.decays_from, $5)
    where (s.day < akiba_today() or s.failures < $3)
      and otp_failures_left(s.consecutive_failures, s.decays_from, $5) < $4
    returning failures, consecutive_failures`,
  row: z.object({ failures: z.int(), consecutive_failures: z.int() }),
});

/** The effect of a wrong guess: it closes the day's codes, or all until the failures expire. */
export type Closing = "day" | "row" | null;

/** Counts a guess as wrong before it is compared; null if no comparison is allowed. */
export async function countGuess(
  work: UnitOfWork,
  { memberNo, by }: Counted,
  limits: Limits,
): Promise<{ readonly closes: Closing } | null> {
  const counted = await work.first(countOneGuess, [
    memberNo,
    by,
    limits.otpFailuresPerMemberPerDay,
    limits.otpFailuresInARow,
    limits.otpFailuresForgottenPerWeek,
  ]);
  if (counted === null) return null;
  if (counted.consecutive_failures >= limits.otpFailuresInARow) return { closes: "row" };
  return { closes: counted.failures >= limits.otpFailuresPerMemberPerDay ? "day" : null };
}

/** Undoes the count of a guess that was right. */
export async function forgiveGuess(work: UnitOfWork, { memberNo, by }: Counted): Promise<void> {
  await work.run(
    `update otp_standing set failures = failures - 1,
      consecutive_failures = consecutive_failures - 1 where member_no = $1 and asked_by = $2`,
    [memberNo, by],
  );
}

/** Resets the failures in a row after a code was used. */
export async function endFailures(work: UnitOfWork, { memberNo, by }: Counted): Promise<void> {
  await work.run(
    `update otp_standing set consecutive_failures = 0, closed_at = null, closed_until = null
      where member_no = $1 and asked_by = $2`,
    [memberNo, by],
  );
}

/** Thirty-two minutes: the upper limit of the doubling wait between codes. */
const LONGEST_RESEND_SECONDS = 32 * 60;

/** Returns the seconds to wait for another code after the day's nth. */
function resendWait(sendsToday: number, firstSeconds: number): number {
  return Math.min(firstSeconds * 2 ** (sendsToday - 1), LONGEST_RESEND_SECONDS);
}
