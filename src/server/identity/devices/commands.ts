import type { SignedIn } from "#server/kernel/http/actor.ts";
import type { UnitOfWork } from "#server/kernel/platform/database.ts";
import { endSessions } from "#server/identity/sessions/sessions.ts";

const REASON = "ended by the member";

/**
 * Ends one other session of the same login. Returns how many ended: zero if it is not theirs, has
 * already ended, or is the session that makes the call.
 */
export async function endOne(
  work: UnitOfWork,
  { loginId, sessionId }: SignedIn,
  id: bigint,
): Promise<number> {
  const ended = await work.run(
    `update session set ended_at = akiba_now(), end_reason = $4
      where id = $1 and login_id = $2 and id <> $3 and ended_at is null`,
    [id, loginId, sessionId, REASON],
  );
  auditEnded(work, ended);
  return ended;
}

/** Ends every other session of the same login; returns how many ended. */
export async function endOthers(
  work: UnitOfWork,
  { loginId, sessionId }: SignedIn,
): Promise<number> {
  const ended = await endSessions(work, loginId, REASON, sessionId);
  auditEnded(work, ended);
  return ended;
}

function auditEnded(work: UnitOfWork, ended: number): void {
  if (ended === 0) return;
  work.audit({ action: "sessions-ended", subject: work.actor, detail: { ended } });
}
