import { execFileSync, spawn } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { realpathSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Client } from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { lastWill } from "#test/last-will.ts";
import { databaseProcesses } from "#test/processes.ts";
import { scratchFolder } from "../../../../scripts/lib/scratch-folder.js";
import { startEmbeddedPostgres } from "./embedded-postgres.ts";
import type { EmbeddedConnection, EmbeddedPostgres } from "./embedded-postgres.ts";

const asRoot = process.getuid?.() === 0;

/** A data folder that was started once: making a cluster takes longer than most of the tests. */
let made: string;
let folder: string;
let started: EmbeddedPostgres[];

beforeAll(async () => {
  made = makeFolder();
  await (await startEmbeddedPostgres({ dataDir: made, fsync: false })).stop();
});

beforeEach(() => {
  folder = makeFolder();
  started = [];
});

afterAll(() => rmSync(made, { recursive: true, force: true }));

afterEach(async () => {
  await Promise.all(started.map((postgres) => postgres.stop()));
  rmSync(folder, { recursive: true, force: true });
});

describe("the first start of the embedded database", () => {
  it("listens on a separate socket that nobody else can open", async () => {
    const { connection } = await start(folder);
    expect(await ask(connection, "show listen_addresses")).toBe("");
    expect(statSync(connection.host).mode & 0o077).toBe(0);
    expect(await ask(connection, "select current_user || '@' || current_database()")).toBe(
      "akiba_owner@akiba",
    );
  });

  it("is one database for two that start it at the same moment", async () => {
    const [one, two] = await Promise.all([start(folder), start(folder)]);
    expect(one.pid).toBe(two.pid);
  });

  it("starts in a folder too deep for a socket", async () => {
    const deep = join(folder, "a-folder-with-a-long-name-".repeat(4), "and another");
    mkdirSync(deep, { recursive: true });
    const postgres = await start(deep);
    expect(postgres.connection.host).toMatch(/^\/tmp\/akiba-[0-9a-f]{16}$/);
    expect(await ask(postgres.connection, "select 1")).toBe(1);
    await postgres.stop();
    rmSync(postgres.connection.host, { recursive: true });
  });

  it.runIf(asRoot)("keeps its data in a folder that only root can enter", async () => {
    const postgres = await startClosed();
    expect(postgres.connection.host).toBe(join(folder, "postgres/cluster"));
    expect(readdirSync(folder).toSorted()).toEqual(["postgres", "postgres.log"]);
    await ask(postgres.connection, "create table kept as select 1 as id");
    await postgres.stop();
    expect(databaseProcesses(realpathSync(folder))).toEqual([]);
    const again = await start(folder);
    expect(await ask(again.connection, "select count(*)::int from kept")).toBe(1);
  });

  it.runIf(asRoot)("starts in a closed folder too deep for a socket", async () => {
    const deep = join(folder, "a-folder-with-a-long-name-".repeat(4), "and another");
    mkdirSync(deep, { recursive: true });
    chmodSync(folder, 0o700);
    const postgres = await start(deep);
    expect(await ask(postgres.connection, "select 1")).toBe(1);
    await postgres.stop();
    rmSync(postgres.connection.host, { recursive: true });
  });
});

describe("the embedded database", () => {
  beforeEach(startedBefore);

  it("keeps what was written, and leaves no process", async () => {
    const first = await start(folder);
    await ask(first.connection, "create table kept as select 1 as id");
    await first.stop();
    expect(databaseProcesses(realpathSync(folder))).toEqual([]);
    const second = await start(folder);
    expect(await ask(second.connection, "select count(*)::int from kept")).toBe(1);
  });

  it("stops when the last of its holders releases it, and not before", async () => {
    const [one, two] = await Promise.all([start(folder), start(folder)]);
    await one.stop();
    expect(await ask(two.connection, "select 1")).toBe(1);
    await two.stop();
    expect(databaseProcesses(realpathSync(folder))).toEqual([]);
  });

  it("stops when all of its holders release it at the same moment", async () => {
    const holders = await Promise.all(Array.from({ length: 4 }, () => start(folder)));
    await Promise.all(holders.map((holder) => holder.stop()));
    expect(databaseProcesses(realpathSync(folder))).toEqual([]);
  });

  it("comes up for a process that starts while the last other one releases it", async () => {
    for (let round = 0; round < 5; round += 1) {
      const leaving = await start(folder);
      const [, coming] = await Promise.all([leaving.stop(), start(folder)]);
      expect(await ask(coming.connection, "select 1")).toBe(1);
      await coming.stop();
    }
    expect(databaseProcesses(realpathSync(folder))).toEqual([]);
  });

  it("restarts when it is killed under its holder", async () => {
    const postgres = await start(folder);
    const first = postgres.pid;
    process.kill(first, "SIGKILL");
    await vi.waitUntil(() => postgres.pid !== first, { timeout: 20_000 });
    expect(await ask(postgres.connection, "select 1")).toBe(1);
  });

  it("starts after a lock file whose process id is now somebody else's", async () => {
    const first = await start(folder);
    const lock = readFileSync(join(folder, "postgres/cluster/postmaster.pid"), "utf8");
    await first.stop();
    // A process of the same user that PostgreSQL runs as; else PostgreSQL would recognise the
    // difference.
    const owner = statSync(join(folder, "postgres/cluster"));
    const other = spawn("sleep", ["60"], asRoot ? { uid: owner.uid, gid: owner.gid } : {});
    writeFileSync(
      join(folder, "postgres/cluster/postmaster.pid"),
      lock.replace(/^\d+/, String(other.pid)),
    );
    const second = await start(folder);
    expect(await ask(second.connection, "select 1")).toBe(1);
    other.kill();
  });

  it("says why when it cannot start", async () => {
    const first = await start(folder);
    await first.stop();
    rmSync(join(folder, "postgres/cluster/global"), { recursive: true });
    await expect(start(folder)).rejects.toThrow(/PostgreSQL did not start:[^]*global/);
  });

  it.runIf(asRoot)("restarts when it is killed in a closed folder", async () => {
    const postgres = await startClosed();
    const first = postgres.pid;
    process.kill(first, "SIGKILL");
    await vi.waitUntil(() => postgres.pid !== first, { timeout: 20_000 });
    expect(await ask(postgres.connection, "select 1")).toBe(1);
  });
});

describe("a copied data folder", () => {
  let copy: string;

  beforeEach(() => {
    copy = `${folder}-copy`;
    lastWill(copy);
  });

  afterEach(() => rmSync(copy, { recursive: true, force: true }));

  it.each(["open", ...(asRoot ? ["closed"] : [])])(
    "writes nothing into the %s one",
    async (kind) => {
      startedBefore();
      const original = kind === "closed" ? await startClosed() : await start(folder);
      await ask(original.connection, "create table entry as select 1 as id");
      await original.stop();
      execFileSync("cp", ["-a", folder, copy]);
      const [one, two] = [await start(folder), await start(copy)];
      await ask(two.connection, "insert into entry values (2)");
      expect(await ask(two.connection, "select count(*)::int from entry")).toBe(2);
      expect(await ask(one.connection, "select count(*)::int from entry")).toBe(1);
      await two.stop();
    },
  );

  it("is rejected with an explanation if it only links to the data", async () => {
    const elsewhere = join(copy, "data");
    writeFileSync(join(folder, "postgres-is-at"), `${elsewhere}\n`);
    const move = `mv "${elsewhere}" "${join(realpathSync(folder), "postgres")}"`;
    await expect(start(folder)).rejects.toThrow(move);
    expect(readdirSync(folder)).toEqual(["postgres-is-at"]);
  });

  it.each(["postgres", "postgres/cluster"])("is rejected if %s is a link", async (link) => {
    mkdirSync(join(copy, "data"), { recursive: true });
    mkdirSync(dirname(join(folder, link)), { recursive: true });
    symlinkSync(join(copy, "data"), join(folder, link));
    await expect(start(folder)).rejects.toThrow(/is a link, .* DATA_DIR/);
    expect(readdirSync(join(copy, "data"))).toEqual([]);
  });
});

function makeFolder(): string {
  const made = mkdtempSync(join(scratchFolder(), "akiba-postgres-"));
  chmodSync(made, 0o711);
  lastWill(made);
  return made;
}

/** Fills the folder of the test with what an earlier start left. */
function startedBefore(): void {
  execFileSync("cp", ["-a", `${made}/.`, folder]);
}

async function startClosed(): Promise<EmbeddedPostgres> {
  chmodSync(folder, 0o700);
  return start(folder);
}

async function start(dataDir: string): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir, fsync: false });
  started.push(postgres);
  return postgres;
}

async function ask(connection: EmbeddedConnection, sql: string): Promise<unknown> {
  const client = new Client(connection);
  client.on("error", () => {});
  await client.connect();
  const { rows } = await client.query({ text: sql, rowMode: "array" });
  await client.end();
  return rows[0]?.[0];
}
