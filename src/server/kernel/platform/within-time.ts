import { setTimeout as pause } from "node:timers/promises";

/** Resolves to the result of an action, or to `late` if it takes longer than some seconds. */
export async function withinTime<T>(
  seconds: number,
  action: () => Promise<T>,
  late: T,
): Promise<T> {
  const cutOff = new AbortController();
  const tooLong = pause(seconds * 1000, late, { signal: cutOff.signal });
  tooLong.catch(() => {});
  try {
    return await Promise.race([action(), tooLong]);
  } finally {
    cutOff.abort();
  }
}
