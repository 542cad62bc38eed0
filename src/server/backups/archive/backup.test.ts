import { readFileSync, statSync, writeFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { backUp, emptyDatabase, migrations, noPassphrase } from "#test/backups.ts";
import { passphrase, PASSPHRASE, useFolder } from "#test/backups.ts";
import { enrol, enrolWithLogin, lend, PASSWORD } from "#test/people.ts";
import { plantYear } from "#test/planted-year.ts";
import { migrateUpTo, useOwnServer } from "#test/programs.ts";
import { useServedSociety } from "#test/served-society.ts";
import { buildApp } from "#server/app.ts";
import { silentLog } from "#test/silent-log.ts";
import { Database } from "#server/kernel/platform/database.ts";
import { reconcile } from "#server/ledger/journal/reconcile.ts";
import { makeBackup } from "./make-backup.ts";
import { checkArchive } from "./read-archive.ts";
import { restoreBackup, verifyBackup } from "./restore-backup.ts";

vi.setConfig({ testTimeout: 60_000 });

const society = useServedSociety();
const server = useOwnServer();
const folder = useFolder();

beforeAll(async () => {
  await enrolWithLogin(society, "MS-1001", { fullName: "Name with a \\n, \\ and \\." });
  await lend(society, "MS-1001");
  await plantYear(society.owner, 40, 5000);
});

const findRules = `
  select 'trigger' as kind,
      tgrelid::regclass || ' ' || pg_get_triggerdef(oid) || tgenabled::text as rule
    from pg_trigger where not tgisinternal
  union all
  select 'key', conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid)
      || convalidated
    from pg_constraint where connamespace = 'public'::regnamespace
  union all
  select 'rights', oid::regclass || ' ' || has_table_privilege('akiba_app', oid, 'insert')
      || has_table_privilege('akiba_app', oid, 'update')
      || has_table_privilege('akiba_app', oid, 'select')
    from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
  order by 1, 2`;

describe("a restored backup", () => {
  it("has every row, rule, right and sequence, and serves", async () => {
    const { path } = await backUp(society, folder.path, PASSPHRASE);
    const { database, owner, portal } = await emptyDatabase(server);
    const options = { path, ask: passphrase, migrations };
    const restored = await restoreBackup(options, { owner, portal, keep: true });
    expect(restored.applied).toEqual([]);
    const again = await makeBackup({ connection: owner, folder: folder.path, passphrase: null });
    expect(again.manifest.tables).toEqual(restored.manifest.tables);
    expect(again.manifest.totals).toEqual(restored.manifest.totals);
    expect(await database.query(findRules)).toEqual((await society.owner.query(findRules)).rows);
    const sequences = "select sequencename, last_value from pg_sequences order by 1";
    expect(await database.query(sequences)).toEqual((await society.owner.query(sequences)).rows);
    const copy = new Database({ connection: portal, poolSize: 4, clock: society.clock });
    expect(await reconcile(copy)).toEqual([]);
    const app = await buildApp({
      config: society.config,
      database: copy,
      log: silentLog,
      notify: () => {},
      page: null,
    });
    const signedIn = await app.inject({
      method: "POST",
      url: "/api/v1/auth/authenticate",
      payload: { memberNo: "MS-1001", password: PASSWORD },
    });
    expect(signedIn.statusCode).toBe(200);
    await app.close();
    await enrol({ ...society, database: copy }, "MS-1002", { mobile: "+254712000483" });
    await copy.close();
  });

  it("is one snapshot, although others write meanwhile", async () => {
    const posting = { going: true, posted: 0, during: 0 };
    const writer = (async () => {
      while (posting.going) {
        const memberNo = `MS-${2000 + posting.posted}`;
        await enrol(society, memberNo, {
          mobile: `+2547131${String(posting.posted).padStart(5, "0")}`,
        });
        await lend(society, memberNo, { loanNo: `LN-${2000 + posting.posted}` });
        posting.posted += 1;
      }
    })();
    await vi.waitUntil(() => posting.posted > 0, { timeout: 60_000 });
    const { path, manifest } = await backUp(society, folder.path).finally(() => {
      posting.during = posting.posted;
    });
    await vi.waitUntil(() => posting.posted > posting.during, { timeout: 30_000 });
    posting.going = false;
    await writer;
    const { owner } = await emptyDatabase(server);
    const options = { path, ask: noPassphrase, migrations };
    // The restore itself reconciles the books and follows the audit chain.
    const restored = await restoreBackup(options, { owner, portal: null, keep: false });
    expect(restored.manifest).toEqual(manifest);
  });

  it("proves itself in a scratch database and leaves it empty", async () => {
    const { path } = await backUp(society, folder.path);
    const { database, owner } = await emptyDatabase(server);
    const options = { path, ask: noPassphrase, migrations };
    await restoreBackup(options, { owner, portal: null, keep: false });
    expect(
      await database.query("select from pg_class where relnamespace = 'public'::regnamespace"),
    ).toEqual([]);
  });

  it("of an older version gets the later migrations", async () => {
    const { database, connection } = await withVersion(60);
    const older = await makeBackup({ connection, folder: folder.path, passphrase: null });
    const { owner, database: target } = await emptyDatabase(server);
    const options = { path: older.path, ask: noPassphrase, migrations };
    const { applied } = await restoreBackup(options, { owner, portal: null, keep: true });
    expect(applied[0]).toMatch(/^0061-/);
    const count = "select count(*)::int as n from schema_migration";
    expect(await database.query(count)).toEqual([{ n: 60 }]);
    expect(await target.query(count)).toEqual([{ n: (await readdir(migrations)).length }]);
  });

  it("of a newer version is rejected with an explanation", async () => {
    const { database, connection } = await withVersion(60);
    await database.query(
      `insert into schema_migration (version, name, checksum)
        values (61, '0061-later', repeat('a', 64))`,
    );
    const later = await makeBackup({ connection, folder: folder.path, passphrase: null });
    const options = { path: later.path, ask: noPassphrase, migrations };
    await expect(verifyBackup(options)).rejects.toThrow(/0061-later/);
  });

  async function withVersion(version: number) {
    const database = await server.database();
    await migrateUpTo(database, version);
    // Two backups of one second would have the same name.
    folder.path = `${folder.path}/x`;
    return { database, connection: database.connection };
  }
});

describe("a database that is not empty", () => {
  it.each(["create table a (b int)", "create function f() returns int language sql as 'select 1'"])(
    "is rejected and left alone: %s",
    async (statement) => {
      const { path } = await backUp(society, folder.path);
      const { database, owner } = await emptyDatabase(server);
      await database.query(statement);
      const options = { path, ask: noPassphrase, migrations };
      const restoring = restoreBackup(options, { owner, portal: null, keep: true });
      await expect(restoring).rejects.toThrow(/not empty: it holds the (table a|function f)/);
      expect(await database.query("select to_regclass('society') as at")).toEqual([{ at: null }]);
    },
  );
});

describe("a file that is not the backup that was written", () => {
  const files = { plain: "", encrypted: "" };
  beforeAll(async () => {
    files.plain = (await backUp(society, folder.path)).path;
    files.encrypted = (await backUp(society, folder.path, PASSPHRASE)).path;
  });

  function changed(kind: keyof typeof files, change: (bytes: Buffer) => Buffer): string {
    const path = join(folder.path, `${kind}-changed`);
    writeFileSync(path, change(readFileSync(files[kind])));
    return path;
  }

  const check = (path: string, ask: () => Promise<string | null> = passphrase) =>
    checkArchive(path, ask);

  it.each(["plain", "encrypted"] as const)("is found by any flipped bit: %s", async (kind) => {
    const { size } = statSync(files[kind]);
    const places = [0, 16, 20, 33, 36, 40, Math.floor(size / 3), Math.floor(size / 2), size - 1];
    for (const place of places) {
      const flip = (bytes: Buffer) => {
        bytes[place] = (bytes[place] ?? 0) ^ 1;
        return bytes;
      };
      await expect(check(changed(kind, flip)), `byte ${place}`).rejects.toThrow(/cannot be used/);
    }
  });

  it.each(["plain", "encrypted"] as const)("is found when cut or longer: %s", async (kind) => {
    const { size } = statSync(files[kind]);
    for (const length of [0, 10, 33, 35, 1000, Math.floor(size / 2), size - 17, size - 1]) {
      const cut = changed(kind, (bytes) => bytes.subarray(0, length));
      await expect(check(cut), `cut at ${length}`).rejects.toThrow(/cannot be used/);
    }
    const longer = changed(kind, (bytes) => Buffer.concat([bytes, Buffer.from("x")]));
    await expect(check(longer)).rejects.toThrow(/something follows its end/);
  });

  it("is readable with its passphrase only", async () => {
    await expect(check(files.encrypted)).resolves.toBeDefined();
    const wrong = check(files.encrypted, async () => "another passphrase");
    await expect(wrong).rejects.toThrow(/passphrase is wrong/);
    await expect(check(files.encrypted, noPassphrase)).rejects.toThrow(/no passphrase was given/);
    const names = readFileSync(files.encrypted).includes("schema_migration");
    expect(names).toBe(false);
  });

  it("is rejected by the restore before the database is touched", async () => {
    const { database, owner } = await emptyDatabase(server);
    const cut = changed("encrypted", (bytes) => bytes.subarray(0, -40));
    const options = { path: cut, ask: passphrase, migrations };
    const restoring = restoreBackup(options, { owner, portal: null, keep: true });
    await expect(restoring).rejects.toThrow(/Nothing was written/);
    expect(await database.query("select to_regclass('society') as at")).toEqual([{ at: null }]);
  });
});

describe("books that do not agree", () => {
  it("are found by the restore, which then keeps nothing", async () => {
    const target = await emptyDatabase(server);
    const source = await server.database(`template ${await copyOf()}`);
    await source.query(`set session_replication_role = replica;
      update ledger_account set balance_cents = balance_cents - 1 where code = 'member-deposits'`);
    const wrong = await makeBackup({
      connection: source.connection,
      folder: join(folder.path, "wrong"),
      passphrase: null,
    });
    const options = { path: wrong.path, ask: noPassphrase, migrations };
    const restoring = restoreBackup(options, { owner: target.owner, portal: null, keep: true });
    await expect(restoring).rejects.toThrow(/books in this backup do not agree/);
    expect(await target.database.query("select to_regclass('society') as at")).toEqual([
      { at: null },
    ]);
  });

  /** A template must have no connections, so the copy is a restored one. */
  async function copyOf(): Promise<string> {
    const { path } = await backUp(society, folder.path);
    const { database } = await emptyDatabase(server);
    const options = { path, ask: noPassphrase, migrations };
    await restoreBackup(options, { owner: database.connection, portal: null, keep: true });
    return database.name;
  }
});

it("a backup is readable only by its owner, and has no other name before it is whole", async () => {
  const { path } = await backUp(society, folder.path);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(await readdir(join(path, ".."))).toEqual([expect.stringMatching(/^akiba-.*\.backup$/)]);
});
