import { signOut as endpoint } from "#shared/contract/identity/auth.ts";
import { call } from "#web/lib/api.ts";
import { endSession } from "#web/lib/session.ts";

/**
 * Signs out. The call is made first because it needs the token, but its answer is not awaited:
 * local state is cleared at once. If the call is lost, the session expires on the server.
 */
export function signOut(): void {
  call(endpoint, { outlivesTab: true }).catch(() => undefined);
  endSession("signed-out");
}
