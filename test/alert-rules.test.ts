import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, it } from "vitest";
import { z } from "zod";

const folder = "ops/prometheus";
const promtool = (...given: string[]) =>
  spawnSync("promtool", given, { encoding: "utf8", cwd: folder });
const isAbsent = promtool("--version").status !== 0;

it.skipIf(isAbsent)("Prometheus accepts the alert rules (needs promtool installed)", () => {
  const { status, stdout, stderr } = promtool("check", "rules", "akiba-rules.yml");
  expect([status, stderr]).toEqual([0, ""]);
  expect(stdout).toMatch(/SUCCESS: \d\d rules found/);
});

it.skipIf(isAbsent)("each rule is silent, then fires (needs promtool installed)", () => {
  const { status, stdout, stderr } = promtool("test", "rules", "akiba-rules-test.yml");
  expect({ status, said: stdout + stderr }).toMatchObject({ status: 0 });
});

it("each rule has a test in which it is silent, and one in which it fires", () => {
  const rules = z.object({ groups: z.array(z.object({ rules: z.array(alert) })) });
  const { groups } = rules.parse(load("akiba-rules.yml"));
  const names = groups.flatMap((group) => group.rules.map((rule) => rule.alert));
  expect(names.length).toBeGreaterThan(10);
  const fired = tests.parse(load("akiba-rules-test.yml")).tests.map((test) => {
    const [silent, firing, ...more] = test.promql_expr_test;
    expect(silent).not.toHaveProperty("exp_samples");
    expect(firing?.exp_samples).toHaveLength(1);
    expect(more).toEqual([]);
    return /alertname="(\w+)"/.exec(firing?.expr ?? "")?.[1];
  });
  expect([...new Set(fired)]).toEqual(names);
});

const alert = z.object({ alert: z.string() });

const expression = z.object({ expr: z.string(), exp_samples: z.array(z.unknown()).optional() });
const tests = z.object({ tests: z.array(z.object({ promql_expr_test: z.array(expression) })) });

// It comes without types.
const yaml = createRequire(import.meta.url)("js-yaml") as { load(text: string): unknown };

function load(name: string): unknown {
  return yaml.load(readFileSync(`${folder}/${name}`, "utf8"));
}
