import type { SignIn } from "#shared/contract/identity/sign-in.ts";
import type { Language } from "#shared/language.ts";
import type { MemberNo } from "#shared/member-number.ts";
import { secondFactorEn } from "#shared/messages/identity/second-factor-en.ts";
import { secondFactorSw } from "#shared/messages/identity/second-factor-sw.ts";
import type { Actor } from "#server/kernel/http/actor.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import type { Opened } from "./commands.ts";
import type { Account } from "./queries.ts";

const words = { en: secondFactorEn, sw: secondFactorSw };

/** The answer to a right password, in the earlier client's format where it covers everything. */
export function signedIn(
  { token, seconds, mfaStep, language: chosen }: Opened,
  { memberNo, isStaff }: { readonly memberNo: MemberNo; readonly isStaff: boolean },
  language: Language,
): SignIn {
  if (mfaStep === null) {
    const own = { ...(chosen && { language: chosen }), ...(isStaff && { kind: "staff" as const }) };
    return { status: 0, code: 200, message: "login Successful", token, memberNo, ...own };
  }
  const message = words[language].asked;
  return {
    status: 2,
    code: 200,
    message,
    errors: [message],
    token: null,
    memberNo: null,
    secondFactor: { token, seconds, step: mfaStep },
  };
}

/** The answer to a write of which clients read only the success. */
export function done<Status extends number>(code: Status, message: string) {
  return { code, message };
}

/** The signed-in person, on the wire. */
export function presentSession(actor: Actor, account: Account) {
  if (actor.kind === "anyone") throw new Problem("not-signed-in");
  const { kind, memberNo, role, fullName, idleSeconds, remainingSeconds } = actor;
  return {
    memberNo,
    kind,
    role: role ?? "",
    fullName,
    idleSeconds,
    remainingSeconds,
    ...account,
  };
}
