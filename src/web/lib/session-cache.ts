import type { QueryClient } from "@tanstack/react-query";
import { newCache } from "./query.ts";
import { currentSession, type Session } from "./session.ts";

/** An answer of the server that was kept in this browser. */
export interface KeptQuery {
  readonly key: readonly unknown[];
  readonly data: unknown;
  /** When it arrived, in milliseconds. */
  readonly at: number;
}

/**
 * The answers of each session, which are removed with it. A public page in between does not lose
 * them.
 */
const caches = new WeakMap<Session, QueryClient>();

export function cacheOf(session: Session): QueryClient {
  const cache = caches.get(session) ?? newCache();
  caches.set(session, cache);
  return cache;
}

/** Starts the answers of the current session with the kept ones. */
export function beginWith(kept: readonly KeptQuery[]): void {
  const session = currentSession();
  if (!session) return;
  const cache = newCache();
  for (const { key, data, at } of kept) cache.setQueryData(key, data, { updatedAt: at });
  caches.set(session, cache);
}
