import { session, signOut } from "#shared/contract/identity/auth.ts";
import { call } from "#web/lib/api.ts";
import { readKept } from "#web/lib/browser-storage.ts";

/**
 * Asks the server whether somebody ended the session that stored figures here, even if it had
 * already expired: `call` then removes them. The token is no longer valid; if it still were, this
 * would end its session.
 */
export async function askWhetherEnded(): Promise<void> {
  const current = readKept("access");
  const token = current ?? readKept("left");
  if (token !== null) await call(current ? session : signOut, { token }).catch(() => undefined);
}
