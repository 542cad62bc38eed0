import * as contract from "#shared/contract/identity/second-factor.ts";
import type { Actor, PendingSession, SignedIn } from "#server/kernel/http/actor.ts";
import { type Mounted, mountRead, mountWrite } from "#server/kernel/http/mount.ts";
import {
  bindToBrowser,
  deviceOf,
  rememberDevice,
  type SignInDevice,
} from "#server/kernel/http/sign-in-cookies.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { sealingKey } from "#server/kernel/platform/sealed.ts";
import type { NewSession } from "#server/identity/sessions/sessions.ts";
import * as commands from "./commands.ts";
import { presentOffer, presentSecondFactor } from "./present.ts";
import { secondFactorOf } from "./queries.ts";

interface SecondFactorOptions extends Omit<commands.Surroundings, "key"> {
  readonly behindTls: boolean;
  /** Signs the device cookie. */
  readonly secret: string;
  /** Whether all staff need a second factor. */
  readonly required: boolean;
}

type Answer = Parameters<typeof bindToBrowser>[2];

/** The second factor of staff: proving it at sign-in, enrolling it, renewing its codes. */
export function secondFactorRoutes(options: SecondFactorOptions): Mounted[] {
  const around = { ...options, key: sealingKey(options.pepper, "second factor") };
  return [...whileSigningIn(options, around), ...onceSignedIn(options, around)];
}

function whileSigningIn(options: SecondFactorOptions, around: commands.Surroundings): Mounted[] {
  const presentOpened = (
    session: NewSession,
    { memberNo }: PendingSession,
    { device, cookies }: Answer & { readonly device: SignInDevice },
  ) => {
    bindToBrowser(options, session, { cookies });
    rememberDevice(device, { cookies });
    return { token: session.token, memberNo };
  };
  return [
    mountWrite(contract.prove, {
      handle: async (work, { pendingSession, body, ip, fromOwnPage: bind, cookies, ...call }) => {
        const to = requirePending(pendingSession);
        const guess = { ...whose(to), code: body.code, ip };
        const proof = await commands.prove(work, guess, around);
        if (proof instanceof Problem) return proof;
        const device = deviceOf(options, { ...call, fromOwnPage: bind }, to.memberNo);
        const session = await commands.finishSignIn(work, to, { ...proof, bind, device }, around);
        const recoveryCodesLeft = await commands.codesLeft(work, to.loginId);
        return { ...presentOpened(session, to, { device, cookies }), recoveryCodesLeft };
      },
    }),
    mountWrite(contract.beginFirst, {
      handle: async (work, { pendingSession }) =>
        presentOffer(
          await commands.beginEnrolment(
            work,
            requirePending(pendingSession).loginId,
            false,
            around,
          ),
        ),
    }),
    mountWrite(contract.confirmFirst, {
      handle: async (work, { pendingSession, body, fromOwnPage: bind, cookies, ...call }) => {
        const to = requirePending(pendingSession);
        const guess = { ...whose(to), code: body.code };
        const recoveryCodes = await commands.confirmEnrolment(work, guess, false, around);
        const device = deviceOf(options, { ...call, fromOwnPage: bind }, to.memberNo);
        const how = { by: "enrolment", bind, device } as const;
        const session = await commands.finishSignIn(work, to, how, around);
        return { ...presentOpened(session, to, { device, cookies }), recoveryCodes };
      },
    }),
  ];
}

function onceSignedIn({ required }: SecondFactorOptions, around: commands.Surroundings): Mounted[] {
  return [
    mountRead(contract.standing, async (snapshot, { actor }) => {
      return presentSecondFactor(
        await secondFactorOf(snapshot, signedInStaff(actor).loginId),
        required,
      );
    }),
    mountWrite(contract.begin, {
      handle: async (work, { actor, body: { code }, ip }) => {
        const self = signedInStaff(actor);
        if (code !== undefined) {
          const proof = await commands.prove(work, { ...whose(self), code, ip }, around);
          if (proof instanceof Problem) return proof;
        }
        return presentOffer(
          await commands.beginEnrolment(work, self.loginId, code !== undefined, around),
        );
      },
    }),
    mountWrite(contract.confirm, {
      handle: async (work, { actor, body: { code } }) => {
        const self = signedInStaff(actor);
        const guess = { ...whose(self), code };
        const recoveryCodes = await commands.confirmEnrolment(work, guess, true, around);
        await commands.endOthers(work, self.loginId, self.sessionId);
        return { recoveryCodes };
      },
    }),
    mountWrite(contract.renewCodes, {
      handle: async (work, { actor, body: { code }, ip }) => {
        const self = signedInStaff(actor);
        const proof = await commands.prove(work, { ...whose(self), code, ip }, around);
        if (proof instanceof Problem) return proof;
        return { recoveryCodes: await commands.renewCodes(work, self.loginId, around) };
      },
    }),
  ];
}

function requirePending(pendingSession: PendingSession | null): PendingSession {
  if (pendingSession === null) throw new Problem("session-ended");
  return pendingSession;
}

function whose({ loginId, memberNo }: PendingSession | SignedIn) {
  return { loginId, staffNo: memberNo };
}

function signedInStaff(actor: Actor): SignedIn {
  if (actor.kind === "anyone") throw new Problem("not-signed-in");
  return actor;
}
