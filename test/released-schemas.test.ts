import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, type ClientConfig } from "pg";
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
        expect(await loansIn(owner)).toEqual(await loansAsReleased(path, before));
        expect(await reconcile(database)).toEqual([]);
        expect((await verifyAuditChain(database)).brokenAt).toBeNull();
      } finally {
        await database.close();
      }
    },
  );
});

/** The loans of the backup in its own schema: restored, and migrated no further. */
async function loansAsReleased(path: string, count: number): Promise<readonly object[]> {
  const own = mkdtempSync(join(tmpdir(), "akiba-released-"));
  try {
    for (const name of files.slice(0, count))
      copyFileSync(join("migrations", name), join(own, name));
    const { owner } = await emptyDatabase(server);
    const options = { path, ask: noPassphrase, migrations: own };
    const restored = await restoreBackup(options, { owner, portal: null, keep: true });
    expect(restored.applied).toEqual([]);
    return await loansIn(owner);
  } finally {
    rmSync(own, { recursive: true, force: true });
  }
}

/** Each loan with its state, its terms and its schedule. */
async function loansIn(owner: ClientConfig): Promise<readonly object[]> {
  const client = new Client(owner);
  await client.connect();
  try {
    const { rows } = await client.query<object>(
      `select l.loan_no, l.state, l.total_cents::text as total, l.start_date::text as starts,
        (select string_agg(i.due_on || ' ' || i.amount_cents, ', ' order by i.number)
          from loan_instalment i where i.loan_id = l.id) as schedule
        from loan l order by l.loan_no`,
    );
    expect(rows.length).toBeGreaterThan(10);
    return rows;
  } finally {
    await client.end();
  }
}

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
