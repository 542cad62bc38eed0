import { setTimeout as pause } from "node:timers/promises";

/**
 * Sends on schedule, whether or not the ones before were answered, so that a stalled server shows
 * in all that wait; returns what each send resolves to.
 */
export async function sendPaced<Result>(
  send: () => Promise<Result>,
  { everyMs, goOn }: { readonly everyMs: number; readonly goOn: () => boolean },
): Promise<readonly Result[]> {
  const sent: Promise<Result>[] = [];
  const began = performance.now();
  while (goOn()) {
    sent.push(send());
    await pause(Math.max(0, began + sent.length * everyMs - performance.now()));
  }
  return Promise.all(sent);
}

/** Returns the time below which a share of the times lie, in whole milliseconds. */
export function percentile(times: readonly number[], share: number): string {
  const sorted = times.toSorted((one, other) => one - other);
  return (sorted[Math.ceil(sorted.length * share) - 1] ?? 0).toFixed(0);
}
