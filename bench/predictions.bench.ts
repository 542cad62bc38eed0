import { spawn } from "node:child_process";
import { once } from "node:events";

/** In each of the three tests: loans, savings and exits. */
const EACH = 3334;

/**
 * Repeats what the simulators predict against what then happens on the real ledger, for 10,002
 * random members; the tests fail at the first cent that differs. It takes about nine minutes. Set
 * PREDICTIONS for fewer members in each test.
 */
export default async function measure(): Promise<void> {
  const each = Number(process.env["PREDICTIONS"] ?? EACH);
  const began = performance.now();
  const limit = "--testTimeout=7200000";
  const tests = ["vitest", "run", "--project", "server", limit, "test/predicted-"];
  const run = spawn("npx", tests, {
    env: { ...process.env, PREDICTIONS: String(each) },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const [status] = (await once(run, "exit")) as [number | null];
  if (status !== 0) throw new Error("A prediction differs from what happened.");
  const seconds = Math.round((performance.now() - began) / 1000);
  console.log(`${3 * each} predictions, 0 cents apart, in ${seconds} s`);
}
