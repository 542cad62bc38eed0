import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { loadTables } from "#server/backups/archive/load-tables.ts";
import { framesOfFile } from "#server/backups/archive/read-archive.ts";
import { restoreBackup, verifyBackup } from "#server/backups/archive/restore-backup.ts";
import { type Connection, duringCopy } from "#server/kernel/platform/copy-session.ts";
import { migrateWithin } from "#server/kernel/platform/migrate.ts";
import { Database } from "#server/kernel/platform/database.ts";
import { accountsOfEveryMember } from "#server/ledger/journal/chart-of-accounts.ts";
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

const versions = released.map(([, version = ""]) => version);
const optionsOf = (version: string) => ({
  path: join(folder, `${version}.backup`),
  ask: noPassphrase,
  migrations,
});

describe("a database of a released version", () => {
  it.each(versions)(
    "%s is upgraded with its data, and its books and audit log still agree",
    async (version) => {
      const options = optionsOf(version);
      expect(existsSync(options.path), `${options.path}, made as README.md says`).toBe(true);
      const { owner } = await emptyDatabase(server);
      const restored = await restoreBackup(options, { owner, portal: null, keep: true });
      const before = restored.header.migrations.length;
      expect(restored.applied).toEqual(files.slice(before).map((name) => name.slice(0, -4)));
      expect(Number(restored.manifest.totals.entries)).toBeGreaterThan(1000);
      const connection = { connection: owner, poolSize: 2, limits: patientLimits };
      const database = new Database(connection);
      try {
        expect(await reconcile(database)).toEqual([]);
        expect(await unopenedAccounts(owner)).toEqual([]);
        expect((await verifyAuditChain(database)).brokenAt).toBeNull();
      } finally {
        await database.close();
      }
    },
  );

  it.each(versions)("%s keeps the state and the schedule of each loan", async (version) => {
    const { owner: old } = await emptyDatabase(server);
    const { owner: upgraded } = await emptyDatabase(server);
    const before = await loansAsReleased(version, old);
    await restoreBackup(optionsOf(version), { owner: upgraded, portal: null, keep: true });
    const after = await duringCopy(upgraded, async ({ client }) => client.query(loans));
    expect(before.filter(({ instalments }) => instalments !== null).length).toBeGreaterThan(5);
    expect(after.rows).toEqual(before);
  });
});

describe("a migration that has landed", () => {
  const landed = readFileSync(join(folder, "migrations.sha256"), "utf8").trim().split("\n");

  it("keeps its number, its name and its text", () => {
    expect(landed.filter((line, at) => line !== lineOf(files[at]))).toEqual([]);
  });

  it("is on the list, but for the newest", () => {
    // Few, since one that is not on the list may change unnoticed.
    const missing = files.slice(landed.length).map(lineOf);
    expect(missing.length, `append to the list:\n${missing.join("\n")}`).toBeLessThan(6);
  });
});

/** Returns the accounts of every member that a migration did not open for those of the release. */
function unopenedAccounts(owner: Connection): Promise<unknown[]> {
  return duringCopy(owner, async ({ client }) => {
    const { rows } = await client.query(
      `select m.member_no, code from member m cross join unnest($1::text[]) as code
        where not exists (select from ledger_account a
          where a.member_id = m.id and a.code = code.code)`,
      [accountsOfEveryMember],
    );
    return rows;
  });
}

const loans = `
  select loan_no, state, principal_cents, total_cents, start_date::text, end_date::text,
    (select array_agg(due_on || ' ' || amount_cents order by number)
      from loan_instalment where loan_id = loan.id) as instalments
  from loan order by loan_no`;

interface Loan {
  readonly instalments: readonly string[] | null;
}

/** Returns the loans of a released version, in the schema of that version. */
function loansAsReleased(version: string, owner: Connection): Promise<Loan[]> {
  return duringCopy(owner, async (session) => {
    const options = optionsOf(version);
    const { header } = await verifyBackup(options);
    await session.runAll("begin");
    await migrateWithin(session.client, migrations, header.migrations.length);
    await loadTables(session, framesOfFile(options.path, options.ask), () => undefined);
    return (await session.client.query<Loan>(loans)).rows;
  });
}

/** A line as `sha256sum` writes it. */
function lineOf(name: string | undefined): string {
  if (name === undefined) return "no such file";
  const text = readFileSync(join("migrations", name), "utf8").replaceAll("\r\n", "\n");
  return `${createHash("sha256").update(text).digest("hex")}  ${name}`;
}
