import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { constants, getPriority } from "node:os";
import { join } from "node:path";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { Client, type ClientConfig } from "pg";
import { BesideMembers } from "#server/backups/archive/low-priority.ts";
import { backUpNightly } from "#server/backups/archive/nightly-backup.ts";
import { proveNewestBackup } from "#server/backups/archive/prove-backup.ts";
import { verifyBackup } from "#server/backups/archive/restore-backup.ts";
import { startEmbeddedPostgres } from "#server/kernel/platform/embedded-postgres.ts";
import { type Environment, PATIENT_MS } from "./faults/running-server.ts";
import { processesWith } from "./processes.ts";
import { type OwnDatabase, useOwnServer, usePrograms } from "./programs.ts";
import { silentLog } from "./silent-log.ts";

vi.setConfig({ testTimeout: PATIENT_MS });

const programs = usePrograms();
const beside = new BesideMembers("dist/server/cli.js");
const server = useOwnServer();
const AKIBA_BACKUP_PASSPHRASE = "correct horse battery";
/** For a backup to get to a table: it runs only while the processors are free. */
const WAITS_MS = PATIENT_MS / 2;

interface Society {
  readonly database: OwnDatabase;
  readonly env: Readonly<Record<string, string>>;
}

let society: Society;
let folder = "";

async function emptySociety(): Promise<Society> {
  const owner = await server.role("in role akiba_app");
  const portal = await server.role("in role akiba_app");
  const database = await server.database(`owner ${owner}`);
  const env = { DATABASE_URL: database.url(portal), DATABASE_OWNER_URL: database.url(owner) };
  return { database, env: { AKIBA_MODE: "test", ...env } };
}

beforeAll(async () => {
  society = await emptySociety();
  expect((await programs.command(["migrate"], society.env)).code).toBe(0);
  folder = join(programs.folder, "backups");
  mkdirSync(folder);
});

async function backUp(more: Readonly<Record<string, string>> = {}): Promise<string> {
  const before = new Set(readdirSync(folder));
  const made = await programs.command(["backup", "--to", folder], { ...society.env, ...more });
  expect(made).toMatchObject({ code: 0, said: expect.stringContaining(".backup\n") });
  const name = readdirSync(folder).find((found) => !before.has(found)) ?? "";
  return join(folder, name);
}

it("akiba backup needs a folder", async () => {
  const { code, said } = await programs.command(["backup"], society.env);
  expect({ code, said }).toMatchObject({ code: 2, said: expect.stringContaining("--to DIR") });
});

it("a backup is verified, restored by the owner alone, and never over another one", async () => {
  const file = await backUp({ AKIBA_BACKUP_PASSPHRASE });
  const target = await emptySociety();
  const env = { ...target.env, AKIBA_BACKUP_PASSPHRASE };
  const portalOnly = { ...env, DATABASE_OWNER_URL: "" };
  const byPortal = await programs.command(["restore", file], portalOnly);
  expect(byPortal).toMatchObject({ code: 1, said: expect.stringContaining("DATABASE_OWNER_URL") });
  const blind = await programs.command(["restore", file], target.env);
  expect(blind).toMatchObject({
    code: 1,
    said: expect.stringContaining("AKIBA_BACKUP_PASSPHRASE"),
  });
  const restored = await programs.command(["restore", file], env);
  expect(restored).toMatchObject({ code: 0, said: expect.stringContaining("The books agree.") });
  expect(await programs.command(["reconcile"], env)).toMatchObject({ code: 0 });
  const again = await programs.command(["restore", file], env);
  expect(again).toMatchObject({ code: 1, said: expect.stringContaining("not empty") });
});

it("a file is verified without a database, and proven in a scratch one", async () => {
  const file = await backUp();
  const none = { AKIBA_MODE: "test", DATA_DIR: join(programs.folder, "none") };
  const verified = await programs.command(["backup", "verify", file, "--into-scratch"], none);
  expect(verified).toMatchObject({ code: 0, said: expect.stringContaining("audit log agree") });
  const wrong = { "package.json": "not a backup", "no.backup": "no such file", src: "a folder" };
  for (const [given, said] of Object.entries(wrong)) {
    const other = await programs.command(["backup", "verify", given], none);
    expect(other).toMatchObject({ code: 1, said: expect.stringContaining("cannot be used") });
    expect(other.said).toContain(said);
  }
});

it("the newest nightly backup is proven, and one that is damaged is not", async () => {
  const proving = { folder: programs.folder, beside };
  await expect(proveNewestBackup(proving)).rejects.toMatchObject({ code: "in-progress" });
  const nightly = join(programs.folder, "nightly");
  mkdirSync(nightly);
  const older = join(nightly, "akiba-20261123T000000Z.backup");
  writeFileSync(older, "not a backup");
  cpSync(await backUp(), join(nightly, "akiba-20261124T000000Z.backup"));
  await proveNewestBackup(proving);
  const damaged = readFileSync(join(nightly, "akiba-20261124T000000Z.backup"));
  damaged.writeUInt8(damaged.readUInt8(2000) ^ 1, 2000);
  writeFileSync(join(nightly, "akiba-20261125T000000Z.backup"), damaged);
  await expect(proveNewestBackup(proving)).rejects.toThrow("cannot be used");
});

it("a proof ends with its portal, and leaves no copy of the members behind", async () => {
  const endless = join(programs.folder, "endless.mjs");
  writeFileSync(endless, "setInterval(() => undefined, 1000)");
  const ofPortal = new BesideMembers(endless);
  const night = join(programs.folder, "proven", "nightly");
  mkdirSync(night, { recursive: true });
  writeFileSync(join(night, "akiba-20261123T000000Z.backup"), "");
  const proof = proveNewestBackup({ folder: join(night, ".."), beside: ofPortal });
  const failure = proof.catch(String);
  await vi.waitUntil(() => processesWith(night).length > 0, { timeout: WAITS_MS });
  await ofPortal.stop();
  expect(processesWith(night)).toEqual([]);
  expect(await failure).toContain("ended without a word");
});

it("a backup can be moved from an own server to the embedded database", async () => {
  const file = await backUp();
  const env = { AKIBA_MODE: "test", DATA_DIR: join(programs.folder, "moved") };
  expect(await programs.command(["restore", file], env)).toMatchObject({ code: 0 });
  expect(await programs.command(["reconcile"], env)).toMatchObject({ code: 0 });
});

const locked = "begin; lock table member in access exclusive mode";

/** Starts a backup of a database and calls `seen` with its process while it cannot go on. */
async function holdBackup(
  { connection, env }: { readonly connection: ClientConfig; readonly env: Environment },
  place: string,
  seen: (child: ChildProcess, database: Client) => Promise<unknown>,
): Promise<void> {
  const blocker = new Client(connection);
  await blocker.connect();
  await blocker.query(locked);
  const child = spawn(process.execPath, ["dist/server/cli.js", "backup", "--to", place], {
    env: { PATH: process.env["PATH"], NODE_ENV: "test", AKIBA_MODE: "test", ...env },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const said: string[] = [];
  child.stderr.on("data", (text) => said.push(String(text)));
  await vi.waitUntil(() => said.join("").includes(" member\n"), { timeout: WAITS_MS });
  const gone = once(child, "exit");
  try {
    await seen(child, blocker);
  } finally {
    await blocker.end();
    await gone;
  }
}

const ofOwnServer = () => ({ connection: society.database.connection, env: society.env });

it("a backup that is killed leaves no file under a backup's name", async () => {
  const place = join(programs.folder, "killed");
  await holdBackup(ofOwnServer(), place, async (child) => {
    child.kill("SIGKILL");
    await once(child, "exit");
  });
  expect(readdirSync(place)).toEqual([expect.stringMatching(/\.backup\.part$/)]);
});

/** The class of Linux for what runs while the processors are free: SCHED_IDLE. */
const IDLE = 5;

/** How all threads of a process are scheduled, each way once. */
function classesOf(pid: number | undefined): number[] {
  const threads = readdirSync(`/proc/${pid}/task`);
  const classes = threads.map((thread) => {
    const stat = readFileSync(`/proc/${pid}/task/${thread}/stat`, "utf8");
    // The 41st value; the second is a name in brackets, which may have spaces.
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[41 - 3]);
  });
  return [...new Set(classes)];
}

/** Waits for the process of the database that copies a table for a backup. */
function readerOf(database: Client, table: string): Promise<number> {
  const isReading = async () => {
    // It would show what it first showed for as long as the transaction with the lock is open.
    await database.query("select pg_stat_clear_snapshot()");
    const { rows } = await database.query<{ pid: number }>(
      "select pid from pg_stat_activity where datname = current_database() and query ilike $1",
      [`copy public."${table}"%`],
    );
    return rows[0]?.pid;
  };
  return vi.waitUntil(isReading, { timeout: WAITS_MS });
}

/** The priority of the process of the database that waits for the locked table. */
async function readerPriority(database: Client): Promise<number> {
  return getPriority(await readerOf(database, "member"));
}

it("every thread of a backup runs only on idle CPUs", async () => {
  const place = join(programs.folder, "beside");
  await holdBackup(ofOwnServer(), place, async ({ pid }, database) => {
    expect(classesOf(pid)).toEqual([IDLE]);
    // A process of somebody's server is not ours to change.
    expect(await readerPriority(database)).toBe(getPriority());
  });
  expect(readdirSync(place)).toEqual([expect.stringMatching(/\.backup$/)]);
});

it("the embedded database reads for a backup with a low priority", async () => {
  const env = { DATA_DIR: join(programs.folder, "read") };
  const restored = await programs.command(["restore", await backUp()], {
    AKIBA_MODE: "test",
    ...env,
  });
  expect(restored).toMatchObject({ code: 0 });
  const { connection, stop } = await startEmbeddedPostgres({ dataDir: env.DATA_DIR });
  try {
    await holdBackup(
      { connection, env },
      join(programs.folder, "embedded"),
      async (_, database) => {
        expect(await readerPriority(database)).toBe(constants.priority.PRIORITY_LOW);
      },
    );
  } finally {
    await stop();
  }
});

describe("the nightly backup", () => {
  afterEach(() => vi.unstubAllEnvs());

  it("is made and encrypted with the rights of the portal alone, and can be verified", async () => {
    const { DATABASE_URL = "" } = society.env;
    const DATABASE_OWNER_URL = "postgres://nobody@127.0.0.1:1/none";
    const env = { AKIBA_MODE: "test", DATABASE_URL, DATABASE_OWNER_URL, AKIBA_BACKUP_PASSPHRASE };
    for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
    const own = join(programs.folder, "nights");
    await backUpNightly({ folder: own, beside, log: silentLog });
    const [name = ""] = readdirSync(join(own, "nightly"));
    const ask = async () => AKIBA_BACKUP_PASSPHRASE;
    const options = { path: join(own, "nightly", name), ask, migrations: "migrations" };
    const { manifest } = await verifyBackup(options);
    expect(manifest.tables.length).toBeGreaterThan(50);
  });

  it("gives its reason without its progress", async () => {
    const failing = join(programs.folder, "failing.mjs");
    writeFileSync(failing, `console.error("1/2 member\\nThe disk is full."); process.exitCode = 1`);
    await expect(new BesideMembers(failing).run([])).rejects.toThrow(/^The disk is full\.$/);
  });

  it("ends with its portal, which reports no failure", async () => {
    const blocker = new Client(society.database.connection);
    await blocker.connect();
    try {
      // One that failed is made again at any hour, not at night alone.
      await blocker.query(
        `update job set result = 'failed', failures = 1, started_at = now() - interval '1 day',
          ended_at = now() - interval '1 day' where name = 'backup'`,
      );
      await blocker.query("begin; lock table nominee_change in access exclusive mode");
      const AKIBA_BACKUP_DIR = join(programs.folder, "stopped");
      const portal = await programs.serve({ ...society.env, AKIBA_BACKUP_DIR });
      await readerOf(blocker, "nominee_change");
      expect(processesWith(AKIBA_BACKUP_DIR)).toHaveLength(1);
      await portal.stop();
      expect(processesWith(AKIBA_BACKUP_DIR)).toEqual([]);
      expect(portal.said()).not.toContain("a job failed");
      expect((await blocker.query("select kind from alert")).rows).toEqual([]);
    } finally {
      await blocker.end();
    }
  });

  it("fails with the reason, and leaves the older ones", async () => {
    vi.stubEnv("AKIBA_MODE", "test");
    vi.stubEnv("DATABASE_URL", "postgres://nobody@127.0.0.1:1/none");
    const own = join(programs.folder, "no-nights");
    mkdirSync(join(own, "nightly"), { recursive: true });
    const older = "akiba-20200101T000000Z.backup";
    writeFileSync(join(own, "nightly", older), "");
    const night = backUpNightly({ folder: own, beside, log: silentLog });
    const failure: unknown = await night.catch((error: unknown) => error);
    // A log has room for 200 characters of it.
    expect(String(failure).slice(0, 200)).toContain("127.0.0.1:1");
    expect(readdirSync(join(own, "nightly"))).toEqual([older]);
  });

  it("runs in a separate process with a low priority", async () => {
    const priority = join(programs.folder, "priority.mjs");
    writeFileSync(priority, `console.log((await import("node:os")).getPriority())`);
    const printed = await new BesideMembers(priority).run([]);
    expect(printed).toBe(`${constants.priority.PRIORITY_LOW}\n`);
  });
});
