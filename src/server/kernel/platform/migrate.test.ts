import { randomBytes } from "node:crypto";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { afterEach, beforeEach, describe, expect, inject, it, vi } from "vitest";
import { migrate, pendingMigrations } from "./migrate.ts";

const server = inject("testServer").connection;

let folder: string;
let database: string;
let client: Client;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "akiba-migrations-"));
  database = `migrate_${process.pid}_${randomBytes(6).toString("hex")}`;
  await asAdministrator(`create database ${database}`);
  client = new Client({ ...server, database });
  await client.connect();
});

afterEach(async () => {
  await client.end();
  await asAdministrator(`drop database ${database} with (force)`);
  rmSync(folder, { recursive: true, force: true });
});

describe("migrate", () => {
  it("applies each migration once, in order", async () => {
    write("0001-member.sql", "create table member (id int);");
    write("0002-name.sql", "alter table member add name text; create index on member (name);");
    expect(await apply()).toEqual(["0001-member", "0002-name"]);
    expect(await apply()).toEqual([]);
    write("0003-note.sql", "create table note (id int);");
    expect(await apply()).toEqual(["0003-note"]);
    const { rows } = await client.query("select name from schema_migration order by version");
    expect(rows.map((row) => row.name)).toEqual(["0001-member", "0002-name", "0003-note"]);
  });

  it("lets many instances start at once on an empty database", async () => {
    write("0001-member.sql", "create table member (id int); select pg_sleep(0.05);");
    write("0002-row.sql", "insert into member values (1);");
    const outcomes = await Promise.all(Array.from({ length: 8 }, apply));
    expect(outcomes.flat().toSorted()).toEqual(["0001-member", "0002-row"]);
    expect((await client.query("select from member")).rowCount).toBe(1);
  });

  it("keeps nothing of a migration that fails, and continues once it is fixed", async () => {
    write("0001-member.sql", "create table member (id int);");
    write("0002-broken.sql", "create table half (id int); select no_such_thing;");
    await expect(apply()).rejects.toThrow(/0002-broken failed, and nothing of it was kept: .*no_s/);
    expect(await tables()).toEqual(["member", "schema_migration"]);
    write("0002-broken.sql", "create table half (id int);");
    expect(await apply()).toEqual(["0002-broken"]);
  });

  it("is tried again when it loses a deadlock against an instance that serves", async () => {
    write("0001-tables.sql", "create table one (id int); create table two (id int);");
    await apply();
    write("0002-both.sql", "alter table one add note text; alter table two add note text;");
    await client.query("begin; select from two;");
    const applied = apply();
    await vi.waitUntil(isWaiting, { timeout: 20_000 });
    // It waits for the migration, which finds the deadlock first, as it has waited for longer.
    await client.query("select from one; commit;");
    expect(await applied).toEqual(["0002-both"]);
  });

  it.each([0, 1, 2, 3])("leaves nothing half-done when cut after statement %i", async (done) => {
    const statements = ["one", "two", "three"].map((name) => `create table ${name} (id int);`);
    const cut = "select pg_terminate_backend(pg_backend_pid());";
    const whole = statements.join("\n");
    write("0001-tables.sql", statements.toSpliced(done, 0, cut).join("\n"));
    await expect(apply()).rejects.toThrow("0001-tables failed");
    expect(await tables()).toEqual([]);
    write("0001-tables.sql", whole);
    expect(await apply()).toEqual(["0001-tables"]);
    expect(await tables()).toEqual(["one", "schema_migration", "three", "two"]);
  });

  it("rejects a migration that was changed after it was applied", async () => {
    write("0001-member.sql", "create table member (id int);");
    await apply();
    write("0001-member.sql", "create table member (id bigint);");
    await expect(apply()).rejects.toThrow(/0001-member is not what this database was built with/);
  });

  it("accepts other line endings for the same migration", async () => {
    write("0001-member.sql", "create table\nmember (id int);");
    await apply();
    write("0001-member.sql", "create table\r\nmember (id int);");
    expect(await apply()).toEqual([]);
  });

  it("rejects a database that a newer version has used", async () => {
    write("0001-member.sql", "create table member (id int);");
    const older = mkdtempSync(join(tmpdir(), "akiba-migrations-"));
    cpSync(folder, older, { recursive: true });
    write("0002-note.sql", "create table note (id int);");
    await apply();
    await expect(migrate({ ...server, database }, older)).rejects.toThrow(/newer version/);
    rmSync(older, { recursive: true });
  });

  it("says what is pending, why, and whether older programs keep running", async () => {
    write("0001-member.sql", "create table member (id int);");
    await apply();
    write(
      "0002-note.sql",
      "-- Why: notes of members\n-- are kept.\n\nalter table member add a int;",
    );
    write("0003-name.sql", "-- Why: names.\n-- Expands: yes.\nalter table member add b int;");
    expect(await pendingMigrations({ ...server, database }, folder)).toMatchObject({
      version: 1,
      known: 3,
      pending: [
        { name: "0002-note", why: "notes of members are kept.", expands: false },
        { name: "0003-name", why: "names.", expands: true },
      ],
    });
    expect(await tables()).toEqual(["member", "schema_migration"]);
  });

  it("rejects a migration that ends its own transaction", async () => {
    write("0001-member.sql", "create table member (id int); commit; begin;");
    await expect(apply()).rejects.toThrow(/ends its own transaction/);
  });

  it.each(["1-member.sql", "0002-member.sql"])("rejects the misnumbered %s", async (name) => {
    write(name, "create table member (id int);");
    await expect(apply()).rejects.toThrow(/named like 0001|should be migration 1/);
  });
});

function write(name: string, sql: string): void {
  writeFileSync(join(folder, name), sql);
}

async function apply(): Promise<readonly string[]> {
  return (await migrate({ ...server, database }, folder)).applied;
}

async function tables(): Promise<string[]> {
  const { rows } = await client.query(
    "select tablename from pg_tables where schemaname = 'public' order by 1",
  );
  return rows.map((row) => row.tablename);
}

/** Asked on another connection: a transaction sees the activity of its first look. */
async function isWaiting(): Promise<boolean> {
  const other = new Client({ ...server, database });
  await other.connect();
  const waits = `select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  const { rowCount } = await other.query(waits);
  await other.end();
  return rowCount === 1;
}

async function asAdministrator(sql: string): Promise<void> {
  const administrator = new Client({ ...server, database: "postgres" });
  await administrator.connect();
  await administrator.query(sql);
  await administrator.end();
}
