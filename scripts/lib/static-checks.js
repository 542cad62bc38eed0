import { existsSync } from "node:fs";
import { join } from "node:path";
import { root, runPackage } from "./run.js";
import { since } from "./say.js";

const folders = ["src", "test", "bench", "scripts"].filter((name) => existsSync(join(root, name)));

const checks = [
  ["types", "typescript/bin/tsc", ["-b"]],
  ["lint", "oxlint/bin/oxlint", ["--type-aware", "--deny-warnings", ...folders]],
  ["format", "oxfmt/bin/oxfmt", ["--check", ...folders]],
];

/** Checks what can be told without running the product; answers how many passed and failed. */
export async function runStaticChecks() {
  const tally = { passed: 0, failed: 0, skipped: 0 };
  await Promise.all(checks.map((check) => runCheck(check, tally)));
  return tally;
}

async function runCheck([name, path, given], tally) {
  const began = performance.now();
  const { code, said } = await runPackage(path, given);
  tally[code === 0 ? "passed" : "failed"] += 1;
  console.log(`${code === 0 ? "✓" : "✗"} ${name} (${since(began)})`);
  if (code !== 0) console.log(said.trim());
}
