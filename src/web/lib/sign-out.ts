import { signOut as endpoint } from "#shared/contract/identity/auth.ts";
import { call } from "#web/lib/api.ts";
import { endSession } from "#web/lib/session.ts";

/**
 * Signs out. The call is made first, as it needs the token, but nobody waits for its answer: what
 * is here goes at once, and the server ends a session it did not hear of again by itself.
 */
export function signOut(): void {
  call(endpoint, { outlivesTab: true }).catch(() => undefined);
  endSession("signed-out");
}
