import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { jobNames } from "#shared/jobs.ts";
import { roleMay, rolePermissions, type StaffRole } from "#shared/permissions.ts";
import { runJobs } from "#server/cli/jobs.ts";
import { employ, foundSociety, signIn } from "#test/people.ts";
import { useServedSociety } from "#test/served-society.ts";

const society = useServedSociety();
const roles = Object.keys(rolePermissions) as StaffRole[];

beforeAll(async () => {
  await foundSociety(society);
  for (const role of roles) await employ(society, role.toUpperCase(), role);
  // A run of 1.5 seconds an hour ago for each job, at the society's clock.
  await society.owner.query(
    `update job set started_at = $1::timestamptz - interval '1 hour', result = 'succeeded',
      ended_at = $1::timestamptz - interval '1 hour' + interval '1.5 seconds'`,
    [society.clock.stillAt()],
  );
  await society.owner.query(
    "update job set result = 'failed', failures = 2 where name = 'retention'",
  );
});
afterEach(() => vi.restoreAllMocks());

const list = async (role: string) => {
  const token = await signIn(society, role.toUpperCase());
  return society.send("GET", "/api/v1/jobs", { token });
};

it("is shown with its last run and its failures, on the page and by the command", async () => {
  const { jobs } = (await list("auditor")).body as { jobs: { name: string; state: string }[] };
  expect(jobs.map(({ name }) => name)).toEqual(jobNames);
  const named = (name: string) => jobs.find((job) => job.name === name);
  expect(named("retention")).toMatchObject({ state: "failed", failures: 2, milliseconds: 1500 });
  expect(named("withdrawals")).toMatchObject({ state: "overdue" });
  expect(named("case-deadlines")).toMatchObject({ state: "succeeded" });
  const lines: string[] = [];
  vi.spyOn(console, "log").mockImplementation((line: string) => lines.push(line));
  expect(await runJobs(society.database)).toBe(1);
  expect(lines).toHaveLength(jobNames.length + 1);
  expect(lines.find((line) => line.startsWith("retention"))).toMatch(
    /every 1440 min .* 1\.5 +failed \(2 in a row\)$/,
  );
  expect(lines.find((line) => line.startsWith("withdrawals"))).toMatch(/overdue$/);
});

it("is for the roles that read alerts", async () => {
  for (const role of roles) {
    expect((await list(role)).status, role).toBe(roleMay(role, "alerts.read") ? 200 : 403);
  }
});
