import type { MemberNo } from "#shared/member-number.ts";
import type { Actor } from "#server/http/actor.ts";
import { Refusal } from "#server/platform/refusal.ts";

/** The answer to a sign-in that succeeded, in the earlier client's words. */
export function signedIn(token: string, memberNo: MemberNo) {
  return { status: 0, code: 200, message: "login Successful", token, memberNo } as const;
}

/** The answer to a write of which only the success is read. */
export function done<Status extends number>(code: Status, message: string) {
  return { code, message };
}

/** Who is signed in, on the wire. */
export function presentSession(actor: Actor) {
  if (actor.kind === "anyone") throw new Refusal("not-signed-in");
  const { kind, memberNo, role, fullName, idleSeconds, remainingSeconds } = actor;
  return { memberNo, kind, role: role ?? "", fullName, idleSeconds, remainingSeconds };
}
