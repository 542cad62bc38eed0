import { session, signOut } from "#shared/contract/identity/auth.ts";
import { call } from "#web/lib/api.ts";
import { readKept } from "#web/lib/browser-storage.ts";

/**
 * Asks the server whether somebody ended the session that kept figures here, also if it had run out
 * before: `call` then removes them. The token opens nothing any more; if it still did, the session
 * would end now.
 */
export async function askWhetherEnded(): Promise<void> {
  const current = readKept("access");
  const token = current ?? readKept("left");
  if (token !== null) await call(current ? session : signOut, { token }).catch(() => undefined);
}
