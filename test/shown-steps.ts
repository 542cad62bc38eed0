import type { ServedWorld } from "./served-world.ts";

const ofPayout = /^(\/api\/v1\/payouts\/\d+)\/(result|confirmation|retry|shares|account|cash)$/;

/** Returns where a page reads what a call decides about; null where the call sends no digest. */
export function shownAt(path: string): string | null {
  if (path === "/api/v1/payout-files") return "/api/v1/payout-queue/file";
  return ofPayout.exec(path)?.[1] ?? null;
}

interface Step {
  readonly token: string;
  readonly path: string;
  readonly body?: unknown;
}

/** Sends a call as a page does: one that decides sends the digest of what it has just read. */
export async function sendAsShown(world: ServedWorld, { token, path, body = {} }: Step) {
  const at = shownAt(path);
  if (at === null) return world.send("POST", path, { token, body });
  const read = await world.send("GET", at, { token });
  const { shownDigest = "" } = read.body as { shownDigest?: string };
  return world.send("POST", path, { token, body: { shownDigest, ...(body as object) } });
}
