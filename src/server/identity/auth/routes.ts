import * as contract from "#shared/contract/identity/auth.ts";
import { authenticate } from "#shared/contract/identity/sign-in.ts";
import { acceptInvitation } from "#shared/contract/identity/staff.ts";
import type { MemberNo } from "#shared/member-number.ts";
import { proveInvitation } from "#server/identity/employment/invitations.ts";
import {
  bindingCookie,
  bindToBrowser,
  deviceOf,
  rememberDevice,
} from "#server/kernel/http/sign-in-cookies.ts";
import { deviceCookie } from "#server/kernel/http/device-cookie.ts";
import { type Mounted, mountRead, mountWrite } from "#server/kernel/http/mount.ts";
import { GcraLimiter } from "#server/kernel/http/rate-limit.ts";
import type { AfterSignUp } from "#server/identity/logins/signed-up.ts";
import { codeWithoutSignIn } from "#server/identity/one-time-codes/code-without-sign-in.ts";
import { codeProblem, proveCode, type ProvenCode } from "#server/identity/one-time-codes/prove.ts";
import type { Purpose } from "#server/identity/one-time-codes/code.ts";
import { sendCode } from "#server/identity/one-time-codes/send.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import type { Config } from "#server/kernel/platform/config.ts";
import type { Database } from "#server/kernel/platform/database.ts";
import type { Limits } from "#server/kernel/platform/limits.ts";
import type { HashLane, PasswordHasher } from "#server/kernel/platform/password-hash.ts";
import { Problem, fieldProblem } from "#server/kernel/platform/problem.ts";
import * as commands from "./commands.ts";
import type { ComparedLogin } from "./commands.ts";
import { done, presentSession, signedIn } from "./present.ts";
import { accountOf, linkedAccountOf, personOf, societyWords } from "./queries.ts";
import { passwordProblem } from "./password-strength.ts";

export interface AuthOptions {
  readonly database: Database;
  readonly hasher: PasswordHasher;
  readonly limits: Limits;
  /** Secret from which one-time codes are derived. */
  readonly secret: string;
  readonly notify: Notify;
  readonly behindTls: boolean;
  readonly staffTotp: Config["staffTotp"];
  readonly afterSignUp: AfterSignUp;
}

/** Signing in and out, creating an account and changing a password. */
export function authRoutes(options: AuthOptions): Mounted[] {
  const { limits } = options;
  const signInLimiters = {
    // A flood of attempts at one number must not queue up at the database.
    tries: new GcraLimiter({
      perMinute: limits.signInTriesPerNumberPerMinute,
      burst: limits.signInTriesPerNumberBurst,
    }),
    known: new GcraLimiter({
      perMinute: limits.knownSignInsPerMinute,
      burst: limits.knownSignInBurst,
    }),
  };
  return [
    mountAuthenticate(options, signInLimiters),
    mountRegisterOtp(options),
    mountRegister(options),
    mountChangePassword(options),
    mountAcceptInvitation(options),
    mountRead(contract.session, async (snapshot, { actor }) => {
      if (actor.kind === "anyone") throw new Problem("not-signed-in");
      return presentSession(actor, await accountOf(snapshot, actor.loginId));
    }),
    mountWrite(contract.signOut, {
      handle: async (work, { actor, cookies }) => {
        if (actor.kind !== "anyone") await commands.signOut(work, actor.sessionId);
        cookies.push(bindingCookie(options.behindTls).set("", 0));
        return done(200, "Logged out");
      },
    }),
    mountSwitchAccount(options, signInLimiters),
  ];
}

/** Limits on the attempts at a number, and on known devices in the queue for known ones. */
interface SignInLimiters {
  readonly tries: GcraLimiter;
  readonly known: GcraLimiter;
}

interface GivenPassword {
  readonly memberNo: MemberNo;
  readonly password: string;
  readonly ip: string;
  readonly lane: HashLane;
}

/** A login whose password was right, and a new hash if the stored one cost less than today's. */
interface RightPassword {
  readonly login: ComparedLogin;
  readonly rehashed: string | null;
}

/** The lane of a sign-in: "known" if the number signed in from the same device before. */
function laneOf(
  { secret, behindTls }: AuthOptions,
  known: GcraLimiter,
  { memberNo, device }: { readonly memberNo: MemberNo; readonly device: string | undefined },
): HashLane {
  const part = deviceCookie(secret, behindTls).partOf(device, memberNo);
  return part !== null && known.take(part) === 0 ? "known" : "strangers";
}

/** Compares a password, which counts as wrong until it proves right; null if it is wrong. */
async function comparePassword(
  options: AuthOptions,
  tries: GcraLimiter,
  given: GivenPassword,
): Promise<RightPassword | null> {
  const wait = tries.take(given.memberNo);
  if (wait > 0) throw new Problem("too-many", { retryAfter: wait });
  return options.hasher.withPlace(given.lane, () => compareCounted(options, given));
}

async function compareCounted(
  { database, hasher, limits }: AuthOptions,
  { memberNo, password, ip, lane }: GivenPassword,
): Promise<RightPassword | null> {
  const counted = await database.unitOfWork("anyone", (work) =>
    commands.beginSignIn(work, memberNo, ip, limits),
  );
  const { login } = counted;
  const right = await hasher.verify(login?.phc ?? null, password, lane).catch(async (error) => {
    // A password that was not compared because of load is not a wrong password.
    await database.unitOfWork("anyone", (work) =>
      commands.forgetSignIn(work, counted, { memberNo, ip, limits }),
    );
    throw error;
  });
  if (!right || login === null) return null;
  return { login, rehashed: hasher.isOutdated(login.phc) ? await hasher.hash(password) : null };
}

function mountAuthenticate(options: AuthOptions, { tries, known }: SignInLimiters) {
  const { limits, staffTotp } = options;
  return mountWrite(authenticate, {
    prepare: ({ body, ip, device }) => {
      const lane = laneOf(options, known, { ...body, device });
      return comparePassword(options, tries, { ...body, ip, lane });
    },
    handle: async (work, { body: { memberNo }, ip, fromOwnPage, language, ...call }, right) => {
      if (right === null) {
        work.audit({ action: "sign-in-failed", subject: `login:${memberNo}` });
        return new Problem("sign-in-failed");
      }
      const { login, rehashed } = right;
      const device = deviceOf(options, { ...call, fromOwnPage }, memberNo);
      const details = { memberNo, ip, limits, rehashed, bind: fromOwnPage, device, staffTotp };
      const opened = await commands.signIn(work, login, details);
      if (opened instanceof Problem) return opened;
      bindToBrowser(options, opened, call);
      if (opened.mfaStep === null) rememberDevice(device, call);
      return signedIn(opened, { memberNo, isStaff: login.isStaff }, language);
    },
  });
}

/**
 * Switches between a person's member account and their staff account, by the other one's password.
 * A link that the office recorded must not open an account by itself. The current session ends.
 */
function mountSwitchAccount(options: AuthOptions, { tries }: SignInLimiters) {
  const { database, limits, staffTotp } = options;
  return mountWrite(contract.switchAccount, {
    prepare: async ({ actor, body: { password }, ip }) => {
      if (actor.kind === "anyone") throw new Problem("not-signed-in");
      const memberNo = await linkedAccountOf(database.oneStatementSnapshot(), actor.loginId);
      if (memberNo === null) throw new Problem("no-linked-account");
      const given = { memberNo, password, ip, lane: "known" } as const;
      const right = await comparePassword(options, tries, given);
      return { memberNo, right, leaving: actor.sessionId };
    },
    handle: async (work, { ip, fromOwnPage, language, ...call }, prepared) => {
      const { memberNo, right, leaving } = prepared;
      const wrong = fieldProblem("password", "password.wrong");
      if (right === null) {
        work.audit({ action: "sign-in-failed", subject: `login:${memberNo}` });
        return wrong;
      }
      const { login, rehashed } = right;
      const device = deviceOf(options, { ...call, fromOwnPage }, memberNo);
      const details = { memberNo, ip, limits, rehashed, bind: fromOwnPage, device, staffTotp };
      const opened = await commands.signIn(work, login, details);
      // A 401 would say that the current session has ended.
      if (opened instanceof Problem) return opened.code === "sign-in-failed" ? wrong : opened;
      await commands.leaveFor(work, leaving, memberNo);
      bindToBrowser(options, opened, call);
      if (opened.mfaStep === null) rememberDevice(device, call);
      return signedIn(opened, { memberNo, isStaff: login.isStaff }, language);
    },
  });
}

function mountRegisterOtp({ limits, notify }: AuthOptions) {
  return mountWrite(contract.registerOtp, {
    handle: async (work, { body, ip, language }) => {
      const person = await personOf(work, body.memberNo);
      const request = {
        ...codeWithoutSignIn(person),
        memberNo: body.memberNo,
        language: person?.language ?? language,
      };
      const times = await sendCode(work, request, { ip, limits, notify });
      return { ...done(200, "Otp Sent Successful"), ...(body.times === true && times) };
    },
  });
}

function mountRegister(options: AuthOptions) {
  return mountWrite(contract.register, {
    prepare: async ({ body, ip }) => proveAndHash(options, "sign-up", { ...body, ip }),
    handle: async (work, { body, language, fromOwnPage }, { proven, phc }) => {
      const { mobileNo, email, privacyNotice: notice } = body;
      const { afterSignUp, notify } = options;
      // Other clients send a language that the user did not choose on our pages.
      const details = { mobileNo, email, notice, language: fromOwnPage ? language : null };
      await commands.register(work, { proven, phc, details, afterSignUp }, notify);
      return done(201, "Registration Successful");
    },
  });
}

function mountChangePassword(options: AuthOptions) {
  return mountWrite(contract.changePassword, {
    prepare: async ({ body, ip }) => proveAndHash(options, "reset", { ...body, ip }),
    handle: async (work, _, { proven, phc }) => {
      await commands.changePassword(work, { proven, phc }, options.notify);
      return done(200, "Password Changed Successful");
    },
  });
}

function mountAcceptInvitation({ database, hasher, limits, secret, notify }: AuthOptions) {
  return mountWrite(acceptInvitation, {
    prepare: async ({ body, ip }) => {
      const { staffNo, password, code } = body;
      rejectUnlike(body);
      const society = await societyWords(database.oneStatementSnapshot());
      rejectPoor(password, [staffNo], society);
      const proven = await database.unitOfWork("anyone", (work) =>
        proveInvitation(work, { staffNo, code, ip, secret, limits }),
      );
      if (proven instanceof Problem) throw proven;
      const { fullName, mobileNumber, email } = proven;
      rejectPoor(password, [staffNo, fullName, mobileNumber, email], society);
      return { proven, phc: await hasher.hash(password) };
    },
    handle: async (work, _, accepted) => {
      await commands.acceptInvitation(work, accepted, notify);
      return done(201, "Password Set Successful");
    },
  });
}

interface NewPassword {
  readonly memberNo: MemberNo;
  readonly mobileNo?: string;
  readonly otp: string;
  readonly password: string;
  readonly password_confirmation: string;
  readonly ip: string;
}

/**
 * Checks the code and the password before a hash is computed. The password is compared with details
 * of the register only after the code was right, so that a problem reveals nothing to a stranger.
 */
async function proveAndHash(
  { database, hasher, limits, secret }: AuthOptions,
  purpose: Purpose,
  given: NewPassword,
): Promise<{ proven: ProvenCode; phc: string }> {
  const { memberNo, password, ip } = given;
  rejectUnlike(given);
  const society = await societyWords(database.oneStatementSnapshot());
  rejectPoor(password, [memberNo, given.mobileNo ?? ""], society);
  const proven = await database.unitOfWork("anyone", (work) =>
    proveCode(work, { memberNo, purpose, otp: given.otp, ip, secret, limits }),
  );
  if (proven instanceof Problem) throw proven;
  const person = await personOf(database.oneStatementSnapshot(), memberNo);
  if (person === null) throw codeProblem(purpose);
  const facts = [person.full_name, person.mobile_number, person.national_id, person.email];
  rejectPoor(password, [memberNo, ...facts], society);
  return { proven, phc: await hasher.hash(password) };
}

function rejectUnlike(given: Pick<NewPassword, "password" | "password_confirmation">): void {
  if (given.password.normalize("NFKC") !== given.password_confirmation.normalize("NFKC")) {
    throw fieldProblem("password_confirmation", "password.mismatch");
  }
}

function rejectPoor(password: string, owner: string[], society: string[]): void {
  const problem = passwordProblem(password, { owner, society });
  if (problem !== null) throw fieldProblem("password", problem);
}
