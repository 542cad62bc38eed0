import { existsSync } from "node:fs";
import { join } from "node:path";
import { auditPackages } from "./audit.js";
import { root, runPackage } from "./run.js";
import { since } from "./say.js";

const folders = ["src", "test", "bench", "scripts", "twin"].filter((name) =>
  existsSync(join(root, name)),
);

const checks = [
  ["types", "typescript/bin/tsc", ["-b"]],
  ["lint", "oxlint/bin/oxlint", ["--type-aware", "--deny-warnings", ...folders]],
  ["format", "oxfmt/bin/oxfmt", ["--check", ...folders]],
];

/** Runs the checks that need no running product. Returns how many passed and failed. */
export async function runStaticChecks() {
  const tally = { passed: 0, failed: 0, skipped: 0 };
  await Promise.all([...checks.map((check) => runCheck(check, tally)), runAudit(tally)]);
  return tally;
}

async function runCheck([name, path, given], tally) {
  const began = performance.now();
  const { code, said } = await runPackage(path, given);
  tally[code === 0 ? "passed" : "failed"] += 1;
  console.log(`${code === 0 ? "✓" : "✗"} ${name} (${since(began)})`);
  if (code !== 0) console.log(said.trim());
}

// A question that the registry does not answer has neither passed nor failed: its line says so.
async function runAudit(tally) {
  for (const { name, ok, words } of await auditPackages()) {
    if (ok !== null) tally[ok ? "passed" : "failed"] += 1;
    console.log(`${{ true: "✓", false: "✗", null: "•" }[ok]} ${name}: ${words}`);
  }
}
