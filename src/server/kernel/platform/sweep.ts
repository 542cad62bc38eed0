import type { Database } from "./database.ts";
import type { Limits } from "./limits.ts";

/**
 * Rows to delete once they are no longer needed; counts and pauses stay while they have an effect.
 */
const PAST_USE = [
  "delete from pending_session where expires_at < akiba_now() - interval '1 day'",
  "delete from second_factor_enrolment where begun_at < akiba_now() - interval '1 day'",
  "delete from session where coalesce(ended_at, expires_at) < akiba_now() - retention('sessions')",
  "delete from otp where expires_at < akiba_now() - interval '2 days'",
  `delete from sign_in_standing s where last_failure_at < akiba_now() - interval '7 days'
    and not exists (select from login where login_no = s.login_no)`,
  "delete from rate_counter where window_start < akiba_now() - interval '2 days'",
];

// The same for unknown numbers: counts that ended sooner would distinguish them from real ones.
const FORGET_COUNTS = `delete from otp_standing where day < akiba_today() - 1
  and otp_failures_left(consecutive_failures, decays_from, $1) = 0
  and coalesce(next_send_at, '-infinity') < akiba_now()`;

const FORGET_ANSWERS =
  "delete from idempotency_record where created_at < akiba_now() - make_interval(hours => $1)";

type SweepLimits = Pick<Limits, "idempotencyHours" | "otpFailuresForgottenPerWeek">;

/** Deletes rows that are no longer needed, each kind in a separate unit of work. */
export async function sweep(database: Database, limits: SweepLimits): Promise<void> {
  for (const text of PAST_USE) await database.unitOfWork("sweep", (work) => work.run(text));
  const { idempotencyHours, otpFailuresForgottenPerWeek: perWeek } = limits;
  await database.unitOfWork("sweep", (work) => work.run(FORGET_COUNTS, [perWeek]));
  await database.unitOfWork("sweep", (work) => work.run(FORGET_ANSWERS, [idempotencyHours]));
}
