import * as contract from "#shared/contract/auth.ts";
import type { MemberNo } from "#shared/member-number.ts";
import { bindingCookie } from "#server/http/binding-cookie.ts";
import { type Mounted, mountRead, mountWrite } from "#server/http/mount.ts";
import { InstanceLimiter } from "#server/http/rate-limit.ts";
import { codeRefused, proveCode, type ProvenCode } from "#server/one-time-codes/prove.ts";
import { type Purpose, sendCode } from "#server/one-time-codes/send.ts";
import type { Wake } from "#server/outbox/enqueue.ts";
import type { Database } from "#server/platform/database.ts";
import type { Limits } from "#server/platform/limits.ts";
import type { PasswordHasher } from "#server/platform/password-hash.ts";
import { Refusal, refuseField } from "#server/platform/refusal.ts";
import {
  beginSignIn,
  changePassword,
  type ComparedLogin,
  forgetSignIn,
  register,
  signIn,
  signOut,
} from "./commands.ts";
import { done, presentSession, signedIn } from "./present.ts";
import { personOf, societyContact, societyWords } from "./queries.ts";
import { passwordProblem } from "./rules.ts";

export interface AuthOptions {
  readonly database: Database;
  readonly hasher: PasswordHasher;
  readonly limits: Limits;
  /** Derives one-time codes. */
  readonly secret: string;
  readonly wake: Wake;
  readonly behindTls: boolean;
  /** Staff need a second factor in production, which is not there yet. */
  readonly staffMaySignIn: boolean;
}

/** Signing in and out, creating an account and changing a password. */
export function authRoutes(options: AuthOptions): Mounted[] {
  return [
    mountAuthenticate(options),
    mountRegisterOtp(options),
    mountRegister(options),
    mountChangePassword(options),
    mountRead(contract.session, async (_, { actor }) => presentSession(actor)),
    mountWrite(contract.signOut, {
      handle: async (work, { actor, headers }) => {
        if (actor.kind !== "anyone") await signOut(work, actor.sessionId);
        headers["set-cookie"] = bindingCookie(options.behindTls).set("", 0);
        return done(200, "Logged out");
      },
    }),
  ];
}

function mountAuthenticate({ database, hasher, limits, behindTls, staffMaySignIn }: AuthOptions) {
  // A flood of tries at one number must not queue at the database.
  const tries = new InstanceLimiter({
    perMinute: limits.signInTriesPerNumberPerMinute,
    burst: limits.signInTriesPerNumberBurst,
  });
  return mountWrite(contract.authenticate, {
    prepare: async ({ body, ip }) => {
      const wait = tries.take(body.memberNo);
      if (wait > 0) throw new Refusal("too-many", { retryAfter: wait });
      const { memberNo } = body;
      const counted = await database.unitOfWork("anyone", (work) =>
        beginSignIn(work, memberNo, ip, limits),
      );
      const { login } = counted;
      const right = await hasher.verify(login?.phc ?? null, body.password).catch(async (error) => {
        // Too busy to compare is no wrong password.
        await database.unitOfWork("anyone", (work) =>
          forgetSignIn(work, counted, { memberNo, ip, limits }),
        );
        throw error;
      });
      if (!right || login === null || (login.isStaff && !staffMaySignIn)) return null;
      return { login, rehashed: await rehash(hasher, login, body.password) };
    },
    handle: async (work, { body, ip, fromOwnPage, headers }, compared) => {
      if (compared === null) {
        work.audit({ action: "sign-in-failed", subject: `login:${body.memberNo}` });
        return new Refusal("sign-in-failed");
      }
      const { memberNo } = body;
      const details = { memberNo, ip, limits, rehashed: compared.rehashed, bind: fromOwnPage };
      const session = await signIn(work, compared.login, details);
      if (session instanceof Refusal) return session;
      if (session.binding !== null) {
        headers["set-cookie"] = bindingCookie(behindTls).set(session.binding, session.seconds);
      }
      return signedIn(session.token, memberNo);
    },
  });
}

async function rehash(hasher: PasswordHasher, login: ComparedLogin, password: string) {
  return hasher.isOutdated(login.phc) ? hasher.hash(password) : null;
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
      const { mobileNo, email } = body;
      await register(work, { proven, mobileNo, email, phc }, options.wake);
      return done(201, "Registration Successful");
    },
  });
}

function mountChangePassword(options: AuthOptions) {
  return mountWrite(contract.changePassword, {
    prepare: async ({ body, ip }) => proveAndHash(options, "reset", { ...body, ip }),
    handle: async (work, _, { proven, phc }) => {
      await changePassword(work, { proven, phc }, options.wake);
      return done(200, "Password Changed Successful");
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
  if (password.normalize("NFKC") !== given.password_confirmation.normalize("NFKC")) {
    throw refuseField("password_confirmation", "password.mismatch");
  }
  const society = await societyWords(database.oneStatementSnapshot());
  refusePoor(password, [memberNo, given.mobileNo ?? ""], society);
  const proven = await database.unitOfWork("anyone", (work) =>
    proveCode(work, { memberNo, purpose, code: given.otp, ip, secret, limits }),
  );
  if (proven instanceof Refusal) throw proven;
  const person = await personOf(database.oneStatementSnapshot(), memberNo);
  if (person === null) throw codeRefused();
  const facts = [person.full_name, person.mobile_number, person.national_id, person.email];
  refusePoor(password, [memberNo, ...facts], society);
  return { proven, phc: await hasher.hash(password) };
}

function refusePoor(password: string, owner: string[], society: string[]): void {
  const problem = passwordProblem(password, { owner, society });
  if (problem !== null) throw refuseField("password", problem);
}
