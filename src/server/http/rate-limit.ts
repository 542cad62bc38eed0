import * as z from "zod/mini";
import type { UnitOfWork } from "#server/platform/database.ts";
import { statement } from "#server/platform/database.ts";

export interface Rate {
  /** How many a minute, in the long run. */
  readonly perMinute: number;
  /** How many at once after a rest. */
  readonly burst: number;
}

/**
 * Holds each key to a rate, within this instance. It guards one process from one member's loop;
 * to share it would cost a write for each read. Gives nought, or the seconds to wait.
 */
export class InstanceLimiter {
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

export interface SharedLimit {
  readonly name: string;
  readonly most: number;
  readonly windowSeconds: number;
}

const takeOne = statement({
  name: "rate-take",
  text: `insert into rate_counter as c (name, key, window_start, count)
      values ($1, $2, akiba_now(), 1)
    on conflict (name, key) do update set
      window_start = case when c.window_start <= akiba_now() - make_interval(secs => $4)
        then akiba_now() else c.window_start end,
      count = case when c.window_start <= akiba_now() - make_interval(secs => $4)
        then 1 else c.count + 1 end
    where c.count < $3 or c.window_start <= akiba_now() - make_interval(secs => $4)
    returning count`,
  row: z.object({ count: z.int() }),
});

/** Counts one against a limit that all instances share; false where it is used up. */
export async function takeShared(
  work: UnitOfWork,
  limit: SharedLimit,
  key: string,
): Promise<boolean> {
  const values = [limit.name, key, limit.most, limit.windowSeconds];
  return (await work.first(takeOne, values)) !== null;
}

/** Gives one back, for what turned out not to count. */
export async function giveBackShared(
  work: UnitOfWork,
  limit: SharedLimit,
  key: string,
): Promise<void> {
  await work.run(
    "update rate_counter set count = greatest(count - 1, 0) where name = $1 and key = $2",
    [limit.name, key],
  );
}
