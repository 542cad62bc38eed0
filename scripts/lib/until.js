import { setTimeout as pause } from "node:timers/promises";

const PATIENCE_MS = 60_000;
const INTERVAL_MS = 10;

/**
 * Checks repeatedly until a condition is met; fails after 60 s with its description, or with the
 * last error of the check. For tests and benchmarks alike: vi.waitFor works in the runner only.
 */
export async function until(what, isSo) {
  const began = performance.now();
  for (;;) {
    try {
      if (await isSo()) return;
      throw new Error(`waited in vain until ${what}`);
    } catch (error) {
      if (performance.now() - began > PATIENCE_MS) throw error;
    }
    await pause(INTERVAL_MS);
  }
}
