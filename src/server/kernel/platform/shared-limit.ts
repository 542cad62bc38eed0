import * as z from "zod/mini";
import { statement, type UnitOfWork } from "./database.ts";
import type { Limits } from "./limits.ts";

/** A limit per window, counted in the database for all instances together. */
export interface SharedLimit {
  readonly name: string;
  readonly most: number;
  readonly windowSeconds: number;
}

const takeOne = statement({
  name: "rate-take",
  text: `insert into rate_counter as c (name, key, window_start, count)
      values ($1, $2, akiba_now(), $5)
    on conflict (name, key) do update set
      window_start = case when c.window_start <= akiba_now() - make_interval(secs => $4)
        then akiba_now() else c.window_start end,
      count = case when c.window_start <= akiba_now() - make_interval(secs => $4)
        then $5 else c.count + $5 end
    where c.count < $3 or c.window_start <= akiba_now() - make_interval(secs => $4)
    returning count`,
  row: z.object({ count: z.int() }),
});

/**
 * Counts one against a limit that all instances share; false when it is used up. With an amount of
 * zero it checks without counting, in the same time.
 */
export async function takeShared(
  work: UnitOfWork,
  limit: SharedLimit,
  key: string,
  amount: 0 | 1 = 1,
): Promise<boolean> {
  const values = [limit.name, key, limit.most, limit.windowSeconds, amount];
  return (await work.first(takeOne, values)) !== null;
}

/** Returns one to the limit, for an attempt that turned out not to count. */
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

/**
 * Wrong passwords and codes from one address. The limit is generous, because a hospital shares one
 * address.
 */
export function guessesPerAddress(limits: Limits): SharedLimit {
  return {
    name: "guesses",
    most: limits.signInFailuresPerIp,
    windowSeconds: limits.signInFailuresWindowMinutes * 60,
  };
}
