import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";

const promtool = (...given: string[]) => spawnSync("promtool", given, { encoding: "utf8" });
const isAbsent = promtool("--version").status !== 0;

it.skipIf(isAbsent)("Prometheus accepts the alert rules (needs promtool installed)", () => {
  const { status, stdout, stderr } = promtool("check", "rules", "ops/prometheus/akiba-rules.yml");
  expect([status, stderr]).toEqual([0, ""]);
  expect(stdout).toMatch(/SUCCESS: \d\d rules found/);
});
