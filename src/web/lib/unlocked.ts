import type { QueryClient } from "@tanstack/react-query";

/** An answer of the server that was kept in this browser. */
export interface KeptQuery {
  readonly key: readonly unknown[];
  readonly data: unknown;
  /** When it arrived, in milliseconds. */
  readonly at: number;
}

let unlocked: readonly KeptQuery[] = [];

/** Hands kept answers to the member zone that opens next. */
export function handOver(kept: readonly KeptQuery[]): void {
  unlocked = kept;
}

/** Puts the answers that were handed over into a cache. */
export function withUnlocked(cache: QueryClient): QueryClient {
  for (const { key, data, at } of unlocked) cache.setQueryData(key, data, { updatedAt: at });
  return cache;
}

/** Forgets them, once the cache that has them is in use; React may throw a first one away. */
export function forgetHandedOver(): void {
  unlocked = [];
}
