import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { restoreBackup } from "#server/backups/archive/restore-backup.ts";
import { Database } from "#server/kernel/platform/database.ts";
import { reconcile } from "#server/ledger/journal/reconcile.ts";
import { verifyAuditChain } from "#server/oversight/audit/verify.ts";
import { emptyDatabase, migrations, noPassphrase } from "./backups.ts";
import { PATIENT_MS } from "./faults/running-server.ts";
import { useOwnServer } from "./programs.ts";
import { patientLimits } from "./test-society.ts";

vi.setConfig({ testTimeout: PATIENT_MS });

const server = useOwnServer();
const folder = join(import.meta.dirname, "releases");
const released = [...readFileSync("CHANGELOG.md", "utf8").matchAll(/^## (\d\S*) /gm)];
const files = readdirSync("migrations").toSorted();

describe("a database of a released version", () => {
  it.each(released.map(([, version = ""]) => version))(
    "%s is upgraded with its data, and its books and audit log still agree",
    async (version) => {
      const path = join(folder, `${version}.backup`);
      expect(existsSync(path), `test/releases/${version}.backup, made as README.md says`).toBe(
        true,
      );
      const { owner } = await emptyDatabase(server);
      const options = { path, ask: noPassphrase, migrations };
      const restored = await restoreBackup(options, { owner, portal: null, keep: true });
      const before = restored.header.migrations.length;
      expect(restored.applied).toEqual(files.slice(before).map((name) => name.slice(0, -4)));
      expect(Number(restored.manifest.totals.entries)).toBeGreaterThan(1000);
      const connection = { connection: owner, poolSize: 2, limits: patientLimits };
      const database = new Database(connection);
      try {
        expect(await reconcile(database)).toEqual([]);
        expect((await verifyAuditChain(database)).brokenAt).toBeNull();
      } finally {
        await database.close();
      }
    },
  );
});

describe("a migration that has landed", () => {
  const landed = readFileSync(join(folder, "migrations.sha256"), "utf8").trim().split("\n");

  it("keeps its number, its name and its text", () => {
    expect(landed.filter((line, at) => line !== lineOf(files[at]))).toEqual([]);
  });

  it("is on the list, but for the newest", () => {
    const missing = files.slice(landed.length).map(lineOf);
    expect(missing.length, `append to the list:\n${missing.join("\n")}`).toBeLessThan(20);
  });
});

/** A line as `sha256sum` writes it. */
function lineOf(name: string | undefined): string {
  if (name === undefined) return "no such file";
  const text = readFileSync(join("migrations", name), "utf8").replaceAll("\r\n", "\n");
  return `${createHash("sha256").update(text).digest("hex")}  ${name}`;
}
