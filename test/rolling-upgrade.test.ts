import { cpSync, mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it, vi } from "vitest";
import { migrate } from "#server/kernel/platform/migrate.ts";
import { VERSION } from "#shared/version.ts";
import { migrations } from "./backups.ts";
import { PATIENT_MS } from "./faults/running-server.ts";
import { type OwnDatabase, type Serving, useOwnServer, usePrograms } from "./programs.ts";

vi.setConfig({ testTimeout: PATIENT_MS });

const programs = usePrograms();
const server = useOwnServer();
const known = readdirSync(migrations).length;

let database: OwnDatabase;
let old: Serving;

beforeAll(async () => {
  database = await server.database();
  old = await programs.serve(environment(database));
});

const environment = (its: OwnDatabase, owner = its.url()) => ({
  AKIBA_MODE: "test",
  DATABASE_URL: its.url(),
  DATABASE_OWNER_URL: owner,
});

/** Applies all migrations and further ones, as the program of the next release does. */
async function upgrade(its: OwnDatabase, ...texts: readonly string[]): Promise<void> {
  const folder = mkdtempSync(join(programs.folder, "newer-"));
  cpSync(migrations, folder, { recursive: true });
  for (const [at, text] of texts.entries()) {
    writeFileSync(join(folder, `${String(known + at + 1).padStart(4, "0")}-newer.sql`), text);
  }
  await migrate(its.connection, folder);
}

const expanding = `-- Why: the next release keeps a nickname of each member.
-- Expands: an older program does not know the column, which may be empty.
alter table member add column nickname text;
alter table login add column nickname text;`;

it("the log of a start says the version, the schema and each migration", async () => {
  const { lines, text } = linesOf(old.said());
  expect(lines.filter(({ msg }) => msg === "applied a migration")).toHaveLength(known);
  const start = { msg: "starting", version: VERSION, schema: known, count: known };
  expect(lines).toContainEqual(expect.objectContaining(start));
  expect(text).not.toContain(database.url());
});

it("an instance of the previous release keeps running during an expanding migration", async () => {
  const answers: number[] = [];
  const load = { isOn: true };
  const callers = Array.from({ length: 4 }, async (_, at) => {
    while (load.isOn) {
      const body = JSON.stringify({ memberNo: `NOBODY${at}`, password: "some password" });
      const headers = { "content-type": "application/json" };
      const url = `${old.url}/api/v1/auth/authenticate`;
      answers.push((await fetch(url, { method: "POST", headers, body })).status);
      answers.push((await fetch(`${old.url}/api/v1/society`)).status);
    }
  });
  await vi.waitUntil(() => answers.length > 50, { timeout: 60_000 });
  await upgrade(database, expanding);
  const before = answers.length;
  await vi.waitUntil(() => answers.length > before + 50, { timeout: 60_000 });
  load.isOn = false;
  await Promise.all(callers);
  expect(answers.filter((status) => status >= 500)).toEqual([]);
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
