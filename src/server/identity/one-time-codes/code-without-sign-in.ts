import type { Purpose } from "./code.ts";

/** The fields of a person on the register that decide where such a code goes. */
interface Registered {
  readonly login_id: bigint | null;
  readonly mobile_number: string;
}

/**
 * Returns the purpose of a code that is requested before signing in, and the number that it goes
 * to: the one on the register, even while it is not confirmed. A sign-up confirms it, and somebody
 * who forgot their password could not sign in to confirm it first. `recipient` is null if the
 * person is unknown or has no number; the answer is the same, so that it reveals nothing. Codes for
 * money go to a confirmed number: `confirmedMobile` (members).
 */
export function codeWithoutSignIn(person: Registered | null) {
  return {
    purpose: person !== null && person.login_id !== null ? "reset" : "sign-up",
    recipient: person?.mobile_number || null,
  } as const satisfies { purpose: Purpose; recipient: string | null };
}
