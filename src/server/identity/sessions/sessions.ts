import { randomUUID } from "node:crypto";
import type { SessionEnd } from "#shared/messages/privacy/personal-codes-en.ts";
import { statesThatMay } from "#shared/while-suspended.ts";
import type { SignInDevice } from "#server/kernel/http/sign-in-cookies.ts";
import type { Limits } from "#server/kernel/platform/limits.ts";
import type { UnitOfWork } from "#server/kernel/platform/database.ts";
import { randomToken, sha256 } from "#server/kernel/platform/random.ts";
import { Problem } from "#server/kernel/platform/problem.ts";

export interface NewSession {
  readonly token: string;
  /** The value of the binding cookie; null for callers that are not our pages. */
  readonly binding: string | null;
  /** Its maximum duration. */
  readonly seconds: number;
}

interface SessionOwner {
  readonly id: bigint;
  readonly isStaff: boolean;
}

interface SessionOptions {
  readonly limits: Limits;
  /** Whether the caller is one of our pages, whose session is bound to its browser. */
  readonly bind: boolean;
}

/** Only a full session has a device; a session that waits for a second factor has none. */
interface FullSessionOptions extends SessionOptions {
  readonly device: SignInDevice;
}

/**
 * Opens a session of a login; its oldest session above the limit ends. Never opens one for staff or
 * a member who is suspended or has left, however they sign in.
 */
export async function openSession(
  work: UnitOfWork,
  { id, isStaff }: SessionOwner,
  { limits, bind, device }: FullSessionOptions,
): Promise<NewSession> {
  const seconds = limits.sessionHours * 3600;
  const token = randomToken();
  const binding = bind ? randomToken() : null;
  const idle = isStaff ? limits.staffSessionIdleMinutes : limits.sessionIdleMinutes;
  // A suspension waits for this lock on the login, and then ends this session as well.
  await work.run("select from login where id = $1 for no key update", [id]);
  const opened = await work.run(
    `insert into session (token_hash, binding_hash, login_id, idle_seconds, expires_at,
        device, device_hash, device_name, is_new_device)
      select $1, $2, l.id, $4, akiba_now() + make_interval(secs => $5),
        coalesce((select k.device from session k where k.login_id = l.id and k.device_hash = $6
          order by k.id desc limit 1), $8),
        $7, $9, $6::bytea is null and (l.last_signed_in_at is not null
          or exists (select from session e where e.login_id = l.id))
      from login l left join staff s on s.id = l.staff_id left join member m on m.id = l.member_id
      where l.id = $3 and s.suspended_at is null
        and coalesce(m.membership, 'active') = any ($10::text[])`,
    [
      sha256(token),
      binding && sha256(binding),
      id,
      idle * 60,
      seconds,
      device.knownBy,
      device.issued,
      randomUUID(),
      device.name,
      statesThatMay("log-in"),
    ],
  );
  if (opened === 0) throw new Problem("sign-in-failed");
  await work.run(
    `update session set ended_at = akiba_now(), end_reason = 'replaced' where id in (
      select id from session where login_id = $1 and ended_at is null
      order by created_at desc, id desc offset $2)`,
    [id, limits.sessionsPerMember],
  );
  await work.run("update login set last_signed_in_at = akiba_now() where id = $1", [id]);
  return { token, binding, seconds };
}

/**
 * Opens the MFA-pending session of staff after a right password: a token that only the calls of the
 * second factor accept.
 */
export async function openPendingSession(
  work: UnitOfWork,
  { id }: SessionOwner,
  { limits, bind }: SessionOptions,
): Promise<NewSession> {
  const seconds = limits.pendingSessionMinutes * 60;
  const token = randomToken();
  const binding = bind ? randomToken() : null;
  await work.run(
    `insert into pending_session (token_hash, binding_hash, login_id, expires_at)
      values ($1, $2, $3, akiba_now() + make_interval(secs => $4))`,
    [sha256(token), binding && sha256(binding), id, seconds],
  );
  return { token, binding, seconds };
}

/** Ends one session, here and everywhere. */
export async function endSession(work: UnitOfWork, id: bigint, reason: SessionEnd): Promise<void> {
  await work.run(
    `update session set ended_at = akiba_now(), end_reason = $2
      where id = $1 and ended_at is null`,
    [id, reason],
  );
}

/**
 * Ends every session of a login, including MFA-pending ones, except the one to keep. Returns how
 * many were open.
 */
export async function endSessions(
  work: UnitOfWork,
  loginId: bigint,
  reason: SessionEnd,
  keep: bigint | null = null,
): Promise<number> {
  // A sign-in in progress holds the login: it either waits here, or is seen and ended.
  await work.run("select from login where id = $1 for no key update", [loginId]);
  await work.run(
    "update pending_session set ended_at = akiba_now() where login_id = $1 and ended_at is null",
    [loginId],
  );
  // A phone whose session gave way to a newer one learns of it as well.
  await work.run(
    `update session set end_reason = $2
      where login_id = $1 and end_reason = 'replaced' and id is distinct from $3`,
    [loginId, reason, keep],
  );
  return work.run(
    `update session set ended_at = akiba_now(), end_reason = $2
      where login_id = $1 and ended_at is null and id is distinct from $3`,
    [loginId, reason, keep],
  );
}
