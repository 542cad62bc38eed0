import * as z from "zod/mini";
import { STAFF_LANGUAGE } from "#shared/language.ts";
import { parseWrittenCode, type WrittenCode } from "#shared/written-code.ts";
import { pauseAfter } from "#server/identity/sessions/sign-in-lock.ts";
import type { PendingSession } from "#server/kernel/http/actor.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import { enqueueSms } from "#server/messaging/outbox/enqueue-sms.ts";
import { statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import type { Limits } from "#server/kernel/platform/limits.ts";
import { hmacSha256 } from "#server/kernel/platform/random.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import type { SignInDevice } from "#server/kernel/http/sign-in-cookies.ts";
import { seal, type SealingKey, unseal } from "#server/kernel/platform/sealed.ts";
import {
  giveBackShared,
  guessesPerAddress,
  takeShared,
} from "#server/kernel/platform/shared-limit.ts";
import { endSessions, type NewSession, openSession } from "#server/identity/sessions/sessions.ts";
import type { SecondFactorMessage } from "./messages.ts";
import { ownerOf } from "./queries.ts";
import {
  enrolmentAddress,
  newRecoveryCodes,
  newSecret,
  stepOfCode,
} from "./authenticator-codes.ts";

/** Secrets to store and compare second factors, and the texts of their notifications. */
export interface Surroundings {
  readonly limits: Limits;
  /** Decrypts the stored secrets. */
  readonly key: SealingKey;
  /** Digests recovery codes, so that codes cannot be tried against a copy of the database. */
  readonly pepper: string;
  readonly notify: Notify;
}

export interface Guess {
  readonly loginId: bigint;
  readonly staffNo: string;
  /** Six digits from the app, or a recovery code. */
  readonly code: string;
  readonly ip: string;
}

/** A guess that was right. */
export interface Proof {
  readonly by: "app" | "recovery-code";
}

const countGuess = statement({
  name: "second-factor-count",
  text: `update second_factor set failures = failures + 1
    where login_id = $1 and (paused_until is null or paused_until <= akiba_now()) and failures < $2
    returning failures, sealed_secret, floor(extract(epoch from akiba_now()))::int8 as now`,
  row: z.object({
    failures: z.int(),
    sealed_secret: z.instanceof(Uint8Array),
    now: z.bigint(),
  }),
});

/**
 * Compares a guess at a second factor. It is counted as wrong before it is compared, by one
 * conditional statement, so that parallel guesses cannot exceed the limit; a right one resets the
 * count. Returns the problem for a wrong one, so that its count is kept.
 */
export async function prove(
  work: UnitOfWork,
  guess: Guess,
  around: Surroundings,
): Promise<Proof | Problem> {
  const { loginId, ip } = guess;
  const { limits } = around;
  const perAddress = guessesPerAddress(limits);
  if (!(await takeShared(work, perAddress, ip))) {
    return new Problem("too-many", { retryAfter: perAddress.windowSeconds });
  }
  const bounds = [loginId, limits.signInFailuresBeforeDisable];
  const counted = await work.first(countGuess, bounds);
  if (counted === null) return whyNotCompared(work, loginId, limits);
  const by = await compare(work, guess, counted, around);
  if (by === null) {
    await pause(work, loginId, pauseAfter(counted.failures, limits));
    work.audit({ action: "second-factor-failed", subject: `login:${guess.staffNo}` });
    return codeProblem();
  }
  await work.run("update second_factor set failures = 0, paused_until = null where login_id = $1", [
    loginId,
  ]);
  await giveBackShared(work, perAddress, ip);
  if (by === "recovery-code") await notifyLeft(work, loginId, around.notify);
  return { by };
}

/** The one answer to a wrong code and to one that was already used. */
function codeProblem(): Problem {
  const fields = [{ field: "code", problem: "code.refused" }] as const;
  return new Problem("second-factor-refused", { fields });
}

async function pause(work: UnitOfWork, loginId: bigint, seconds: number): Promise<void> {
  if (seconds === 0) return;
  await work.run(
    `update second_factor set paused_until = akiba_now() + make_interval(secs => $2)
      where login_id = $1`,
    [loginId, seconds],
  );
}

const findPause = statement({
  name: "second-factor-pause",
  text: `select failures,
      greatest(1, ceil(extract(epoch from paused_until - akiba_now())))::int as wait
    from second_factor where login_id = $1`,
  row: z.object({ failures: z.int(), wait: z.nullable(z.int()) }),
});

async function whyNotCompared(work: UnitOfWork, loginId: bigint, limits: Limits) {
  const standing = await work.first(findPause, [loginId]);
  if (standing === null) return new Problem("second-factor-none");
  if (standing.failures >= limits.signInFailuresBeforeDisable) {
    return new Problem("second-factor-disabled");
  }
  return new Problem("second-factor-paused", { retryAfter: standing.wait ?? 1 });
}

/** Uses up a right code. A time step that was used, or an older one, counts as wrong. */
async function compare(
  work: UnitOfWork,
  { loginId, code }: Guess,
  counted: { readonly sealed_secret: Uint8Array; readonly now: bigint },
  { key, pepper }: Surroundings,
): Promise<Proof["by"] | null> {
  const recovery = parseWrittenCode(code);
  if (recovery !== null) {
    const used = await work.run(
      `update recovery_code set used_at = akiba_now()
        where login_id = $1 and code_hash = $2 and used_at is null`,
      [loginId, hashOf(pepper, loginId, recovery)],
    );
    return used === 1 ? "recovery-code" : null;
  }
  const secret = unseal(key, counted.sealed_secret, boundTo(loginId));
  const step = stepOfCode(secret, code, Number(counted.now));
  if (step === null) return null;
  const used = await work.run(
    "update second_factor set last_step = $2 where login_id = $1 and last_step < $2",
    [loginId, step],
  );
  return used === 1 ? "app" : null;
}

function boundTo(loginId: bigint): string {
  return `login:${loginId}`;
}

function hashOf(pepper: string, loginId: bigint, code: WrittenCode): Uint8Array {
  return hmacSha256(pepper, "recovery code", String(loginId), code);
}

/** Opens the session after a proven second factor; of many at once, only the first gets it. */
export async function finishSignIn(
  work: UnitOfWork,
  half: PendingSession,
  how: {
    readonly by: Proof["by"] | "enrolment";
    readonly bind: boolean;
    readonly device: SignInDevice;
  },
  { limits }: Surroundings,
): Promise<NewSession> {
  const ended = await work.run(
    "update pending_session set ended_at = akiba_now() where id = $1 and ended_at is null",
    [half.id],
  );
  if (ended === 0) throw new Problem("session-ended");
  const owner = { id: half.loginId, isStaff: true };
  const session = await openSession(work, owner, { limits, bind: how.bind, device: how.device });
  const detail = { secondFactor: how.by };
  work.audit({ action: "signed-in", subject: `login:${half.memberNo}`, detail });
  return session;
}

/** The secret for an app, which its first code confirms. */
export interface Offer {
  readonly secret: string;
  readonly address: string;
}

/**
 * Begins an enrolment, which replaces one begun before. `replaces` says that the existing factor
 * was just proven; without it, an existing factor stays.
 */
export async function beginEnrolment(
  work: UnitOfWork,
  loginId: bigint,
  replaces: boolean,
  { key }: Surroundings,
): Promise<Offer> {
  const secret = newSecret();
  const owner = await ownerOf(work, loginId);
  const begun = await work.run(
    `insert into second_factor_enrolment (login_id, sealed_secret, replaces)
      select $1, $2, $3
      where $3 or not exists (select from second_factor where login_id = $1)
      on conflict (login_id) do update set sealed_secret = excluded.sealed_secret,
        replaces = excluded.replaces, begun_at = akiba_now()`,
    [loginId, seal(key, secret, boundTo(loginId)), replaces],
  );
  if (begun === 0) throw new Problem("second-factor-there");
  return { secret, address: enrolmentAddress(secret, owner.society, owner.staff_no) };
}

const takeEnrolment = statement({
  name: "second-factor-enrolment-take",
  text: `select sealed_secret, replaces, floor(extract(epoch from akiba_now()))::int8 as now
    from second_factor_enrolment
    where login_id = $1 and begun_at > akiba_now() - interval '15 minutes' for update`,
  row: z.object({
    sealed_secret: z.instanceof(Uint8Array),
    replaces: z.boolean(),
    now: z.bigint(),
  }),
});

/**
 * Enrols with the first code of the app and returns the recovery codes, which are shown only now.
 * Replacing a factor must be confirmed in a full session, never in an MFA-pending one.
 */
export async function confirmEnrolment(
  work: UnitOfWork,
  { loginId, staffNo, code }: Omit<Guess, "ip">,
  mayReplace: boolean,
  around: Surroundings,
): Promise<WrittenCode[]> {
  const begun = await work.first(takeEnrolment, [loginId]);
  if (begun === null) throw new Problem("enrolment-none");
  if (begun.replaces && !mayReplace) throw new Problem("second-factor-there");
  const secret = unseal(around.key, begun.sealed_secret, boundTo(loginId));
  const step = stepOfCode(secret, code, Number(begun.now));
  if (step === null) throw codeProblem();
  if (begun.replaces) await work.run("delete from second_factor where login_id = $1", [loginId]);
  const enrolled = await work.run(
    `insert into second_factor (login_id, sealed_secret, last_step) values ($1, $2, $3)
      on conflict (login_id) do nothing`,
    [loginId, begun.sealed_secret, step],
  );
  if (enrolled === 0) throw new Problem("second-factor-there");
  await work.run("delete from second_factor_enrolment where login_id = $1", [loginId]);
  const codes = await writeRecoveryCodes(work, loginId, around);
  await notifyOwner(work, loginId, "second-factor-set", around.notify);
  work.audit({ action: "second-factor-enrolled", subject: `login:${staffNo}` });
  return codes;
}

/** Ends the sessions begun before the current second factor, except the current one. */
export function endOthers(work: UnitOfWork, loginId: bigint, keep: bigint): Promise<number> {
  return endSessions(work, loginId, "second factor enrolled", keep);
}

/** Creates ten new recovery codes, which replace the old ones. */
export async function renewCodes(
  work: UnitOfWork,
  loginId: bigint,
  around: Surroundings,
): Promise<WrittenCode[]> {
  await work.run("delete from recovery_code where login_id = $1", [loginId]);
  const codes = await writeRecoveryCodes(work, loginId, around);
  await notifyOwner(work, loginId, "recovery-codes-renewed", around.notify);
  work.audit({ action: "recovery-codes-renewed", subject: work.actor });
  return codes;
}

async function writeRecoveryCodes(
  work: UnitOfWork,
  loginId: bigint,
  { pepper }: Surroundings,
): Promise<WrittenCode[]> {
  const codes = newRecoveryCodes();
  for (const code of codes) {
    await work.run("insert into recovery_code (login_id, code_hash) values ($1, $2)", [
      loginId,
      hashOf(pepper, loginId, code),
    ]);
  }
  return codes;
}

const countLeft = statement({
  name: "recovery-codes-left",
  text: `select count(*)::int as left from recovery_code where login_id = $1 and used_at is null`,
  row: z.object({ left: z.int() }),
});

/** Returns the number of recovery codes a login has left. */
export async function codesLeft(work: UnitOfWork, loginId: bigint): Promise<number> {
  return (await work.first(countLeft, [loginId]))?.left ?? 0;
}

async function notifyLeft(work: UnitOfWork, loginId: bigint, notify: Notify): Promise<void> {
  await notifyOwner(
    work,
    loginId,
    "recovery-code-used",
    notify,
    String(await codesLeft(work, loginId)),
  );
}

async function notifyOwner(
  work: UnitOfWork,
  loginId: bigint,
  template: SecondFactorMessage,
  notify: Notify,
  left = "",
): Promise<void> {
  const { staff_no: staffNo, mobile_number: mobileNumber } = await ownerOf(work, loginId);
  const params = { staffNo, left };
  await enqueueSms(work, { mobileNumber, template, language: STAFF_LANGUAGE, params }, notify);
}
