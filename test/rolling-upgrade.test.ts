import { cpSync, mkdtempSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { beforeAll, expect, it, vi } from "vitest";
import { migrate } from "#server/kernel/platform/migrate.ts";
import { VERSION } from "#shared/version.ts";
import { migrations } from "./backups.ts";
import { settleBorrowers } from "./faults/money-load.ts";
import { PATIENT_MS, PEPPER, SECRET } from "./faults/running-server.ts";
import { Society } from "./faults/society.ts";
import { type OwnDatabase, type Serving, useOwnServer, usePrograms } from "./programs.ts";
import { Rotation } from "./rotation.ts";

vi.setConfig({ testTimeout: PATIENT_MS });

const programs = usePrograms();
const server = useOwnServer();
const known = readdirSync(migrations).length;
const newest = String(known + 1).padStart(4, "0");

let database: OwnDatabase;
let old: Serving;

beforeAll(async () => {
  database = await server.database();
  old = await programs.serve(environment(database));
});

const environment = (its: OwnDatabase, owner = its.url()) => ({
  AKIBA_MODE: "test",
  AKIBA_SECRET: SECRET,
  AKIBA_PASSWORD_PEPPER: PEPPER,
  // Clients name their addresses, and a few members make all of the load.
  TRUST_PROXY: "true",
  LIMIT_SIGN_IN_TRIES_PER_NUMBER_PER_MINUTE: "1000000",
  LIMIT_SIGN_IN_TRIES_PER_NUMBER_BURST: "1000000",
  LIMIT_APPLICATIONS_PER_MINUTE: "1000000",
  LIMIT_APPLICATIONS_PER_DAY: "1000000",
  LIMIT_WRITES_PER_MINUTE: "1000000",
  LIMIT_WRITE_BURST: "1000000",
  DATABASE_URL: its.url(),
  DATABASE_OWNER_URL: owner,
});

/** The migrations of this program and further ones. */
function newerMigrations(texts: readonly string[]): string {
  const folder = join(mkdtempSync(join(programs.folder, "newer-")), "migrations");
  cpSync(migrations, folder, { recursive: true });
  for (const [at, text] of texts.entries()) {
    writeFileSync(join(folder, `${String(known + at + 1).padStart(4, "0")}-newer.sql`), text);
  }
  return folder;
}

/** Applies all migrations and further ones, as the program of the next release does. */
async function upgrade(its: OwnDatabase, ...texts: readonly string[]): Promise<void> {
  await migrate(its.connection, newerMigrations(texts));
}

/** The folder of a product of the next release, with a migration of its own. */
function newerProduct(text: string): string {
  const folder = dirname(newerMigrations([text]));
  // A linked program would find the migrations of the folder that it is in.
  cpSync("dist/server", join(folder, "dist/server"), { recursive: true });
  for (const part of ["dist/web", "dist/web-files.json", "node_modules", "package.json"]) {
    symlinkSync(resolve(part), join(folder, part));
  }
  return folder;
}

const expanding = `-- Why: the next release keeps a nickname of each member.
-- Expands: an older program does not know the column, which may be empty.
alter table member add column nickname text;`;

it("the log of a start says the version, the schema and each migration", async () => {
  const { lines, text } = linesOf(old.said());
  expect(lines.filter(({ msg }) => msg === "applied a migration")).toHaveLength(known);
  const start = { msg: "starting", version: VERSION, schema: known, count: known };
  expect(lines).toContainEqual(expect.objectContaining(start));
  expect(text).not.toContain(database.url());
});

it("two instances are replaced by newer ones, and each call has its right answer", async () => {
  const society = new Society(database.connection);
  await society.settle({ members: 3, newcomers: 0 });
  await settleBorrowers(society, 3);
  const other = await programs.serve(environment(database));
  const newer = newerProduct(expanding);
  const rotation = new Rotation();
  for (const { url } of [old, other]) rotation.join(url);
  rotation.start(3, 3);
  await rotation.served(old.url, other.url);
  const replace = async (its: Serving) => {
    await rotation.drain(its.url);
    await its.stop();
    const started = await programs.serve(environment(database), newer);
    rotation.join(started.url);
    return started;
  };
  const first = await replace(other);
  const applied = { msg: "applied a migration", migration: `${newest}-newer` };
  expect(linesOf(first.said()).lines).toContainEqual(expect.objectContaining(applied));
  await rotation.served(old.url, first.url);
  const second = await replace(old);
  await rotation.served(first.url, second.url);
  await rotation.stop();
  expect(rotation.wrong).toEqual([]);
  const kept = await society.rows<{ no: string }>("select loan_no as no from loan");
  expect(kept.map(({ no }) => no).toSorted()).toEqual(rotation.loans.toSorted());
  await society.isInOrder();
});

it("an instance of the previous release can start beside it, and says so", async () => {
  const its = await server.database();
  await upgrade(its, expanding);
  const again = await programs.serve(environment(its, ""));
  expect((await fetch(`${again.url}/health/ready`)).status).toBe(200);
  const newer = { msg: "the database is newer than this program", schema: known + 1 };
  expect(linesOf(again.said()).lines).toContainEqual(expect.objectContaining(newer));
  await again.stop();
});

it("an instance does not start on a schema that it cannot serve", async () => {
  const its = await server.database();
  await upgrade(its, expanding, "-- Why: nobody writes there any more.\ndrop table write_probe;");
  for (const owner of [its.url(), ""]) {
    const { code, said } = await programs.rejectedStart(environment(its, owner));
    expect({ code, said }).toMatchObject({
      code: 1,
      said: expect.stringContaining("newer version"),
    });
  }
});

it("a newer instance without the owner's address does not serve an older schema", async () => {
  const its = await server.database();
  const { code, said } = await programs.rejectedStart(environment(its, ""));
  expect({ code, said }).toMatchObject({ code: 1, said: expect.stringContaining("akiba migrate") });
});

interface LogLine {
  readonly msg: string;
}

/** The lines that a program logged, among those that it printed. */
function linesOf(said: string): { lines: LogLine[]; text: string } {
  const logged = said.split("\n").filter((line) => line.startsWith("{"));
  return { lines: logged.map((line) => JSON.parse(line) as LogLine), text: logged.join("\n") };
}
