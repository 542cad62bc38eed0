import { Problem } from "#server/kernel/platform/problem.ts";

export interface Rate {
  /** Requests a minute, in the long run. */
  readonly perMinute: number;
  /** Requests at once after a rest. */
  readonly burst: number;
}

/**
 * Holds each key to a rate by the generic cell rate algorithm (GCRA): it keeps the theoretical
 * arrival time of the next request, and rejects one that comes too far ahead of it. Within this
 * instance: it protects one process from one member's loop, and sharing it would cost a write for
 * each read. `take` returns zero, or the seconds to wait.
 */
export class GcraLimiter {
  readonly #rate: Rate;
  readonly #dueAt = new Map<string, number>();

  constructor(rate: Rate) {
    this.#rate = rate;
  }

  take(key: string, nowMs = performance.now()): number {
    const interval = 60_000 / this.#rate.perMinute;
    const allowance = interval * (this.#rate.burst - 1);
    const due = Math.max(this.#dueAt.get(key) ?? 0, nowMs);
    if (due - nowMs > allowance) return Math.ceil((due - nowMs - allowance) / 1000);
    this.#dueAt.set(key, due + interval);
    if (this.#dueAt.size > 100_000) this.#forgetRested(nowMs);
    return 0;
  }

  #forgetRested(nowMs: number): void {
    for (const [key, due] of this.#dueAt) if (due <= nowMs) this.#dueAt.delete(key);
  }
}

/** Rejects a caller who exceeds a limit. */
export function holdTo(limiter: GcraLimiter, key: string): void {
  const wait = limiter.take(key);
  if (wait > 0) throw new Problem("too-many", { retryAfter: wait });
}
