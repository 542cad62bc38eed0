import * as z from "zod/mini";
import { type Language, STAFF_LANGUAGE } from "#shared/language.ts";
import type { MemberNo } from "#shared/member-number.ts";
import { mayDo } from "#shared/while-suspended.ts";
import { type ProvenInvitation, spendInvitation } from "#server/identity/employment/invitations.ts";
import { createLogin } from "#server/identity/logins/create-login.ts";
import type { AfterSignUp, SignUpDetails } from "#server/identity/logins/signed-up.ts";
import { type ProvenCode, spendCode, codeProblem } from "#server/identity/one-time-codes/prove.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import { enqueueSms } from "#server/messaging/outbox/enqueue-sms.ts";
import { statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import type { SignInDevice } from "#server/kernel/http/sign-in-cookies.ts";
import type { Limits } from "#server/kernel/platform/limits.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import {
  giveBackShared,
  guessesPerAddress,
  takeShared,
} from "#server/kernel/platform/shared-limit.ts";
import { pauseAfter } from "#server/identity/sessions/sign-in-lock.ts";
import { endSession, endSessions, type NewSession } from "#server/identity/sessions/sessions.ts";
import { openPendingSession, openSession } from "#server/identity/sessions/sessions.ts";
import { loginOf, type Person, personOf, standingOf } from "./queries.ts";

/** A sign-in that is counted as failed until the password proves right. */
export interface CountedSignIn {
  /** Null if the number has no login. */
  readonly login: ComparedLogin | null;
  /** Failures in a row, including this one. */
  readonly failures: number;
}

/** A login as it was when its password was compared. */
export interface ComparedLogin {
  readonly id: bigint;
  readonly phc: string;
  readonly isStaff: boolean;
}

const countAttempt = statement({
  name: "sign-in-count",
  text: `insert into sign_in_standing as s (login_no, failures, last_failure_at)
      values ($1, 1, akiba_now())
    on conflict (login_no) do update set failures = s.failures + 1, last_failure_at = akiba_now()
    where (s.paused_until is null or s.paused_until <= akiba_now()) and s.failures < $2
    returning failures`,
  row: z.object({ failures: z.int() }),
});

const findPause = statement({
  name: "sign-in-pause",
  text: `select failures,
      greatest(1, ceil(extract(epoch from paused_until - akiba_now())))::int as wait
    from sign_in_standing where login_no = $1`,
  row: z.object({ failures: z.int(), wait: z.nullable(z.int()) }),
});

/**
 * Counts a sign-in as failed before its password is compared, so that parallel guesses cannot
 * exceed the limit. Rejects it if the number or the address has had too many failures.
 */
export async function beginSignIn(
  work: UnitOfWork,
  memberNo: MemberNo,
  ip: string,
  limits: Limits,
): Promise<CountedSignIn> {
  const perAddress = guessesPerAddress(limits);
  if (!(await takeShared(work, perAddress, ip))) {
    throw new Problem("too-many", { retryAfter: perAddress.windowSeconds });
  }
  const bounds = [memberNo, limits.signInFailuresBeforeDisable];
  const counted = await work.first(countAttempt, bounds);
  if (counted === null) throw await pausedSignIn(work, memberNo, limits);
  const pause = pauseAfter(counted.failures, limits);
  if (pause > 0) {
    await work.run(
      `update sign_in_standing set paused_until = akiba_now() + make_interval(secs => $2)
        where login_no = $1`,
      [memberNo, pause],
    );
  }
  const found = await loginOf(work, memberNo);
  const login = found && { id: found.id, phc: found.password_phc, isStaff: found.is_staff };
  return { login, failures: counted.failures };
}

/** Undoes the count of a sign-in whose password was never compared, and the pause it began. */
export async function forgetSignIn(
  work: UnitOfWork,
  counted: CountedSignIn,
  { memberNo, ip, limits }: { memberNo: MemberNo; ip: string; limits: Limits },
): Promise<void> {
  await giveBackShared(work, guessesPerAddress(limits), ip);
  const paused = pauseAfter(counted.failures, limits) > 0;
  await work.run(
    `update sign_in_standing set failures = greatest(failures - 1, 0),
      paused_until = case when $2 then null else paused_until end
      where login_no = $1`,
    [memberNo, paused],
  );
}

async function pausedSignIn(work: UnitOfWork, memberNo: MemberNo, limits: Limits) {
  const standing = await work.first(findPause, [memberNo]);
  if ((standing?.failures ?? 0) >= limits.signInFailuresBeforeDisable) {
    return new Problem("password-disabled");
  }
  return new Problem("sign-in-paused", { retryAfter: coarse(standing?.wait ?? 1) });
}

/** Rounds up to half a minute, so that a wait reveals nothing more exact. */
function coarse(seconds: number): number {
  return Math.ceil(seconds / 30) * 30;
}

interface SignInDetails {
  readonly memberNo: MemberNo;
  readonly ip: string;
  readonly limits: Limits;
  /** The same password hashed at today's cost, if the stored hash cost less. */
  readonly rehashed: string | null;
  /** Whether the caller is one of our pages, whose session is bound to its browser. */
  readonly bind: boolean;
  readonly device: SignInDevice;
  /** Whether staff without a second factor must enrol one before they can sign in. */
  readonly staffTotp: "required" | "optional";
}

/** The session that a right password opens: a full session, or an MFA-pending one. */
export type Opened = NewSession & {
  readonly mfaStep: "prove" | "enrol" | null;
  /** The language that the member chose; null if they never did, and for staff. */
  readonly language: Language | null;
};

const lockLogin = statement({
  name: "login-lock",
  text: "select id from login where id = $1 and password_phc = $2 for no key update",
  row: z.object({ id: z.bigint() }),
});

const findFactor = statement({
  name: "login-second-factor",
  text: "select exists (select from second_factor where login_id = $1) as there",
  row: z.object({ there: z.boolean() }),
});

/**
 * Starts a session after a right password, or an MFA-pending one if a second factor is required.
 */
export async function signIn(
  work: UnitOfWork,
  login: ComparedLogin,
  details: SignInDetails,
): Promise<Opened | Problem> {
  const { memberNo, rehashed } = details;
  // The password may have been changed between its comparison and now.
  const locked = await work.first(lockLogin, [login.id, login.phc]);
  if (locked === null) return new Problem("sign-in-failed");
  // Locks the address before the number, as in counting: two orders would deadlock.
  await giveBackShared(work, guessesPerAddress(details.limits), details.ip);
  await work.run("delete from sign_in_standing where login_no = $1", [memberNo]);
  // Shown only after a right password, from the state read under the lock.
  const { state, language } = await standingOf(work, login.id);
  if (!mayDo(state, "log-in")) {
    work.audit({ action: "sign-in-failed", subject: `login:${memberNo}`, detail: { state } });
    return new Problem(state === "left" ? "member-left" : "member-suspended");
  }
  if (rehashed !== null) {
    await work.run("update login set password_phc = $2 where id = $1", [login.id, rehashed]);
  }
  const mfaStep = await requiredMfaStep(work, login, details.staffTotp);
  if (mfaStep !== null) {
    work.audit({ action: "password-accepted", subject: `login:${memberNo}` });
    return { ...(await openPendingSession(work, login, details)), mfaStep, language };
  }
  const session = await openSession(work, login, details);
  work.audit({ action: "signed-in", subject: `login:${memberNo}` });
  return { ...session, mfaStep, language };
}

/** The step of the second factor still required: prove it, enrol one, or null. */
async function requiredMfaStep(
  work: UnitOfWork,
  login: ComparedLogin,
  staffTotp: SignInDetails["staffTotp"],
): Promise<Opened["mfaStep"]> {
  if (!login.isStaff) return null;
  if ((await work.first(findFactor, [login.id]))?.there) return "prove";
  return staffTotp === "required" ? "enrol" : null;
}

/** Ends one session, here and everywhere. */
export async function signOut(work: UnitOfWork, sessionId: bigint): Promise<void> {
  await endSession(work, sessionId, "signed out");
  work.audit({ action: "signed-out", subject: work.actor });
}

/** Ends the session that the linked account replaces. A second switch finds it already ended. */
export async function leaveFor(
  work: UnitOfWork,
  sessionId: bigint,
  other: MemberNo,
): Promise<void> {
  await endSession(work, sessionId, "changed to the linked account");
  work.audit({ action: "self-changed", subject: work.actor, detail: { to: `login:${other}` } });
}

export interface SignUp {
  readonly proven: ProvenCode;
  readonly phc: string;
  readonly details: SignUpDetails;
  readonly afterSignUp: AfterSignUp;
}

/** Creates a member's login, once. Throws `invalid` on the code field if they already have one. */
export async function register(work: UnitOfWork, signUp: SignUp, notify: Notify): Promise<void> {
  const { memberNo } = signUp.proven;
  await spendCode(work, signUp.proven);
  const person = await personOf(work, memberNo);
  if (person?.member_id == null || person.login_id !== null) throw codeProblem("sign-up");
  await createLogin(work, { memberNo, phc: signUp.phc });
  const registered = { mobileNumber: person.mobile_number, email: person.email };
  const member = { ...signUp.details, memberId: person.member_id, memberNo, registered };
  await signUp.afterSignUp(work, member, notify);
  await notifyOwner(work, memberNo, person, "login-created", notify);
}

/** Sets a new password and ends all sessions of the owner. */
export async function changePassword(
  work: UnitOfWork,
  change: { readonly proven: ProvenCode; readonly phc: string },
  notify: Notify,
): Promise<void> {
  const { memberNo } = change.proven;
  await spendCode(work, change.proven);
  const person = await personOf(work, memberNo);
  if (person === null || person.login_id === null) throw codeProblem("reset");
  await work.run(
    "update login set password_phc = $2, password_changed_at = akiba_now() where id = $1",
    [person.login_id, change.phc],
  );
  await endSessions(work, person.login_id, "password changed");
  await work.run("delete from sign_in_standing where login_no = $1", [memberNo]);
  work.audit({ action: "password-changed", subject: `login:${memberNo}` });
  await notifyOwner(work, memberNo, person, "password-changed", notify);
}

async function notifyOwner(
  work: UnitOfWork,
  memberNo: MemberNo,
  person: Pick<Person, "mobile_number" | "language">,
  template: string,
  notify: Notify,
): Promise<void> {
  const { mobile_number: mobileNumber, language } = person;
  const message = { mobileNumber, template, language, params: { memberNo } };
  await enqueueSms(work, message, notify);
}

/** Creates the login of an invited member of staff who has the code they were sent. */
export async function acceptInvitation(
  work: UnitOfWork,
  accepted: { readonly proven: ProvenInvitation; readonly phc: string },
  notify: Notify,
): Promise<void> {
  const { proven, phc } = accepted;
  await spendInvitation(work, proven);
  await createLogin(work, { memberNo: proven.staffNo, phc });
  const person = { mobile_number: proven.mobileNumber, language: STAFF_LANGUAGE };
  await notifyOwner(work, proven.staffNo, person, "login-created", notify);
}
