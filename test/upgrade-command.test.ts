import { mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it, vi } from "vitest";
import { PATIENT_MS } from "./faults/running-server.ts";
import { migrateUpTo, type OwnDatabase, useOwnServer, usePrograms } from "./programs.ts";

vi.setConfig({ testTimeout: PATIENT_MS });

const programs = usePrograms();
const server = useOwnServer();
const newest = readdirSync("migrations").length;

let database: OwnDatabase;
let env: Readonly<Record<string, string>>;

beforeAll(async () => {
  database = await server.database();
  await migrateUpTo(database, newest - 2);
  const backups = join(programs.folder, "backups");
  mkdirSync(backups);
  const url = database.url();
  const urls = { DATABASE_URL: url, DATABASE_OWNER_URL: url, AKIBA_BACKUP_DIR: backups };
  env = { AKIBA_MODE: "test", ...urls };
});

const upgrade = (...given: readonly string[]) => programs.command(["upgrade", ...given], env);

/** A backup file of some hours ago. */
function backUp(hours: number): void {
  const file = join(env["AKIBA_BACKUP_DIR"] ?? "", "akiba-20261125T020000Z.backup");
  writeFileSync(file, "");
  const seconds = Date.now() / 1000 - hours * 3600;
  utimesSync(file, seconds, seconds);
}

it("akiba upgrade --check lists what is pending with its reason, and changes nothing", async () => {
  backUp(1);
  const { code, said } = await upgrade("--check", "--json");
  expect(code).toBe(0);
  const { ok, from, to, pending } = JSON.parse(said) as Record<string, unknown>;
  expect({ ok, from, to }).toEqual({ ok: true, from: newest - 2, to: newest });
  const names = readdirSync("migrations").toSorted().slice(-2);
  const wanted = names.map((name) => ({ name: name.slice(0, -4), why: expect.any(String) }));
  expect(pending).toMatchObject(wanted);
  expect((await upgrade("--check")).said).toMatch(/would take the database from \d+ to \d+:/);
  const count = await database.query("select count(*)::int as n from schema_migration");
  expect(count).toEqual([{ n: newest - 2 }]);
});

it("akiba upgrade --check fails where there is no backup of today", async () => {
  backUp(30);
  const { code, said } = await upgrade("--check");
  expect(said).toMatch(/^FAILED +backup +the newest of 1 is 30 hours old/m);
  expect(code).toBe(1);
});

it("akiba upgrade does nothing without --check", async () => {
  expect(await upgrade()).toMatchObject({ code: 2, said: expect.stringContaining("--check") });
});
