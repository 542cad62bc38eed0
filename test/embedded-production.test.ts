import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it, vi } from "vitest";
import type { Diagnosis } from "#server/cli/diagnosis.ts";
import { PATIENT_MS } from "./faults/running-server.ts";
import { mountDisk } from "./other-disk.ts";
import { productionEnvironment, usePrograms } from "./programs.ts";

vi.setConfig({ testTimeout: PATIENT_MS });

const programs = usePrograms({ onDisk: true });
const otherDisk = mountDisk();
afterAll(() => otherDisk?.remove());

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
    expect(said).toContain("Connect a second disk");
  });

  it("does not start while its backups are in memory", async () => {
    const { code, said } = await programs.rejectedStart(small("/dev/shm/akiba-backups"));
    expect(code).toBe(1);
    expect(said).toContain("is in memory: the backups are gone after a restart");
  });

  it.skipIf(otherDisk === null)(
    "serves in production, makes a backup elsewhere, and the doctor finds the disk",
    async () => {
      const env = small(otherDisk?.folder ?? "");
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
    },
  );
});
