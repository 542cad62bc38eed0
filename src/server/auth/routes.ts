import * as contract from "#shared/contract/auth.ts";
import { acceptInvitation } from "#shared/contract/staff.ts";
import type { MemberNo } from "#shared/member-number.ts";
import { proveInvitation } from "#server/employment/invitations.ts";
import { bindingCookie } from "#server/http/binding-cookie.ts";
import { type Mounted, mountRead, mountWrite } from "#server/http/mount.ts";
import { InstanceLimiter } from "#server/http/rate-limit.ts";
import { codeRefused, proveCode, type ProvenCode } from "#server/one-time-codes/prove.ts";
import type { Purpose } from "#server/one-time-codes/purposes.ts";
import { sendCode } from "#server/one-time-codes/send.ts";
import type { Wake } from "#server/outbox/enqueue.ts";
import { societyContact } from "#server/outbox/society-contact.ts";
import type { Config } from "#server/platform/config.ts";
import type { Database } from "#server/platform/database.ts";
import type { Limits } from "#server/platform/limits.ts";
import type { PasswordHasher } from "#server/platform/password-hash.ts";
import { Refusal, refuseField } from "#server/platform/refusal.ts";
import * as commands from "./commands.ts";
import type { ComparedLogin } from "./commands.ts";
import { done, presentSession, signedIn } from "./present.ts";
import { otherSelfOf, personOf, societyWords } from "./queries.ts";
import { passwordProblem } from "./rules.ts";

export interface AuthOptions {
  readonly database: Database;
  readonly hasher: PasswordHasher;
  readonly limits: Limits;
  /** Derives one-time codes. */
  readonly secret: string;
  readonly wake: Wake;
  readonly behindTls: boolean;
  readonly staffTotp: Config["staffTotp"];
}

/** Signing in and out, creating an account and changing a password. */
export function authRoutes(options: AuthOptions): Mounted[] {
  // A flood of tries at one number must not queue at the database.
  const tries = new InstanceLimiter({
    perMinute: options.limits.signInTriesPerNumberPerMinute,
    burst: options.limits.signInTriesPerNumberBurst,
  });
  return [
    mountAuthenticate(options, tries),
    mountRegisterOtp(options),
    mountRegister(options),
    mountChangePassword(options),
    mountAcceptInvitation(options),
    mountRead(contract.session, async (snapshot, { actor }) => {
      if (actor.kind === "anyone") throw new Refusal("not-signed-in");
      return presentSession(actor, await otherSelfOf(snapshot, actor.loginId));
    }),
    mountWrite(contract.signOut, {
      handle: async (work, { actor, headers }) => {
        if (actor.kind !== "anyone") await commands.signOut(work, actor.sessionId);
        headers["set-cookie"] = bindingCookie(options.behindTls).set("", 0);
        return done(200, "Logged out");
      },
    }),
    mountChangeSelf(options, tries),
  ];
}

interface GivenPassword {
  readonly memberNo: MemberNo;
  readonly password: string;
  readonly ip: string;
}

/** A login whose password was right, and the same password hashed at today's cost if it was not. */
interface RightPassword {
  readonly login: ComparedLogin;
  readonly rehashed: string | null;
}

/** Compares a password, counted as wrong until it proves right; null where it is wrong. */
async function comparePassword(
  { database, hasher, limits }: AuthOptions,
  tries: InstanceLimiter,
  { memberNo, password, ip }: GivenPassword,
): Promise<RightPassword | null> {
  const wait = tries.take(memberNo);
  if (wait > 0) throw new Refusal("too-many", { retryAfter: wait });
  const counted = await database.unitOfWork("anyone", (work) =>
    commands.beginSignIn(work, memberNo, ip, limits),
  );
  const { login } = counted;
  const right = await hasher.verify(login?.phc ?? null, password).catch(async (error) => {
    // Too busy to compare is no wrong password.
    await database.unitOfWork("anyone", (work) =>
      commands.forgetSignIn(work, counted, { memberNo, ip, limits }),
    );
    throw error;
  });
  if (!right || login === null) return null;
  return { login, rehashed: hasher.isOutdated(login.phc) ? await hasher.hash(password) : null };
}

function mountAuthenticate(options: AuthOptions, tries: InstanceLimiter) {
  const { limits, behindTls, staffTotp } = options;
  return mountWrite(contract.authenticate, {
    prepare: ({ body, ip }) => comparePassword(options, tries, { ...body, ip }),
    handle: async (work, { body: { memberNo }, ip, fromOwnPage, headers, language }, right) => {
      if (right === null) {
        work.audit({ action: "sign-in-failed", subject: `login:${memberNo}` });
        return new Refusal("sign-in-failed");
      }
      const { login, rehashed } = right;
      const details = { memberNo, ip, limits, rehashed, bind: fromOwnPage, staffTotp };
      const opened = await commands.signIn(work, login, details);
      if (opened instanceof Refusal) return opened;
      if (opened.binding !== null) {
        headers["set-cookie"] = bindingCookie(behindTls).set(opened.binding, opened.seconds);
      }
      return signedIn(opened, memberNo, language);
    },
  });
}

/**
 * Changes from one's own account to the desk, or back, by the password of the other: a link that
 * the office wrote down must open nobody's account. The session one comes from ends with it.
 */
function mountChangeSelf(options: AuthOptions, tries: InstanceLimiter) {
  const { database, limits, behindTls, staffTotp } = options;
  return mountWrite(contract.changeSelf, {
    prepare: async ({ actor, body: { password }, ip }) => {
      if (actor.kind === "anyone") throw new Refusal("not-signed-in");
      const memberNo = await otherSelfOf(database.oneStatementSnapshot(), actor.loginId);
      if (memberNo === null) throw new Refusal("no-other-self");
      const right = await comparePassword(options, tries, { memberNo, password, ip });
      return { memberNo, right, leaving: actor.sessionId };
    },
    handle: async (work, { ip, fromOwnPage, headers, language }, { memberNo, right, leaving }) => {
      const wrong = refuseField("password", "password.wrong");
      if (right === null) {
        work.audit({ action: "sign-in-failed", subject: `login:${memberNo}` });
        return wrong;
      }
      const { login, rehashed } = right;
      const details = { memberNo, ip, limits, rehashed, bind: fromOwnPage, staffTotp };
      const opened = await commands.signIn(work, login, details);
      // A 401 would say that the session one is in has ended.
      if (opened instanceof Refusal) return opened.code === "sign-in-failed" ? wrong : opened;
      await commands.leaveFor(work, leaving, memberNo);
      if (opened.binding !== null) {
        headers["set-cookie"] = bindingCookie(behindTls).set(opened.binding, opened.seconds);
      }
      return signedIn(opened, memberNo, language);
    },
  });
}

function mountRegisterOtp({ limits, wake }: AuthOptions) {
  return mountWrite(contract.registerOtp, {
    handle: async (work, { body, ip, language }) => {
      const person = await personOf(work, body.memberNo);
      const contact = await societyContact(work);
      const hasLogin = person !== null && person.login_id !== null;
      const request = {
        memberNo: body.memberNo,
        purpose: hasLogin ? "reset" : "sign-up",
        recipient: person?.mobile_number || null,
        language: person?.language ?? language,
        ip,
        contact,
      } as const;
      await sendCode(work, request, limits, wake);
      return done(200, "Otp Sent Successful");
    },
  });
}

function mountRegister(options: AuthOptions) {
  return mountWrite(contract.register, {
    prepare: async ({ body, ip }) => proveAndHash(options, "sign-up", { ...body, ip }),
    handle: async (work, { body }, { proven, phc }) => {
      const { mobileNo, email, privacyNotice: notice } = body;
      await commands.register(work, { proven, mobileNo, email, phc, notice }, options.wake);
      return done(201, "Registration Successful");
    },
  });
}

function mountChangePassword(options: AuthOptions) {
  return mountWrite(contract.changePassword, {
    prepare: async ({ body, ip }) => proveAndHash(options, "reset", { ...body, ip }),
    handle: async (work, _, { proven, phc }) => {
      await commands.changePassword(work, { proven, phc }, options.wake);
      return done(200, "Password Changed Successful");
    },
  });
}

function mountAcceptInvitation({ database, hasher, limits, secret, wake }: AuthOptions) {
  return mountWrite(acceptInvitation, {
    prepare: async ({ body, ip }) => {
      const { staffNo, password, code } = body;
      refuseUnlike(body);
      const society = await societyWords(database.oneStatementSnapshot());
      refusePoor(password, [staffNo], society);
      const proven = await database.unitOfWork("anyone", (work) =>
        proveInvitation(work, { staffNo, code, ip, secret, limits }),
      );
      if (proven instanceof Refusal) throw proven;
      const { fullName, mobileNumber, email } = proven;
      refusePoor(password, [staffNo, fullName, mobileNumber, email], society);
      return { proven, phc: await hasher.hash(password) };
    },
    handle: async (work, _, accepted) => {
      await commands.acceptInvitation(work, accepted, wake);
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
 * Checks the code and the password before a hash is spent. What only the register knows is held
 * against the password after the code was right, so that a refusal tells nothing to a stranger.
 */
async function proveAndHash(
  { database, hasher, limits, secret }: AuthOptions,
  purpose: Purpose,
  given: NewPassword,
): Promise<{ proven: ProvenCode; phc: string }> {
  const { memberNo, password, ip } = given;
  refuseUnlike(given);
  const society = await societyWords(database.oneStatementSnapshot());
  refusePoor(password, [memberNo, given.mobileNo ?? ""], society);
  const proven = await database.unitOfWork("anyone", (work) =>
    proveCode(work, { memberNo, purpose, code: given.otp, ip, secret, limits }),
  );
  if (proven instanceof Refusal) throw proven;
  const person = await personOf(database.oneStatementSnapshot(), memberNo);
  if (person === null) throw codeRefused(purpose);
  const facts = [person.full_name, person.mobile_number, person.national_id, person.email];
  refusePoor(password, [memberNo, ...facts], society);
  return { proven, phc: await hasher.hash(password) };
}

function refuseUnlike(given: Pick<NewPassword, "password" | "password_confirmation">): void {
  if (given.password.normalize("NFKC") !== given.password_confirmation.normalize("NFKC")) {
    throw refuseField("password_confirmation", "password.mismatch");
  }
}

function refusePoor(password: string, owner: string[], society: string[]): void {
  const problem = passwordProblem(password, { owner, society });
  if (problem !== null) throw refuseField("password", problem);
}
