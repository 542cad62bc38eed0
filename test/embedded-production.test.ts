import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it, vi } from "vitest";
import type { Diagnosis } from "#server/cli/diagnosis.ts";
import { PATIENT_MS } from "./faults/running-server.ts";
import { productionEnvironment, usePrograms } from "./programs.ts";

vi.setConfig({ testTimeout: PATIENT_MS });

const programs = usePrograms();
// A file system of its own: to the operating system, another disk.
const otherDisk = mkdtempSync("/dev/shm/akiba-backups-");
afterAll(() => rmSync(otherDisk, { recursive: true }));

function small(backups: string) {
  const data = join(programs.folder, "small");
  mkdirSync(data, { recursive: true });
  return {
    ...productionEnvironment,
    EMBEDDED_DATABASE: "production",
    DATA_DIR: data,
    AKIBA_BACKUP_DIR: backups,
  };
}

describe("a small society on the embedded database", () => {
  it("does not start while its backups are on the same disk", async () => {
    const { code, said } = await programs.rejectedStart(small(join(programs.folder, "backups")));
    expect(code).toBe(1);
    expect(said).toContain("is on the same disk as DATA_DIR");
    expect(said).toContain("Mount another disk there");
  });

  it("serves in production, makes a backup elsewhere, and the doctor finds the disk", async () => {
    const env = small(otherDisk);
    const portal = await programs.serve(env);
    expect((await fetch(`${portal.url}/health/ready`)).status).toBe(200);
    const backup = await programs.command(["backup"], env);
    expect(backup, backup.said).toMatchObject({ code: 0 });
    const { said } = await programs.command(["doctor", "--json"], env);
    const { checks } = JSON.parse(said) as { checks: Diagnosis[] };
    const found = (name: string) => checks.find(({ check }) => check === name)?.state;
    expect([found("backup disk"), found("backup"), found("database server")]).toEqual([
      "ok",
      "ok",
      "ok",
    ]);
    await portal.stop();
  });
});
