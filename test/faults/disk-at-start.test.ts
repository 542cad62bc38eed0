import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, inject, it, vi } from "vitest";
import pg from "pg";
import { databaseUrl, PATIENT_MS, type RunningServer, usePremises } from "./running-server.ts";

vi.setConfig({ testTimeout: PATIENT_MS });

const root = resolve(import.meta.dirname, "../..");
const premises = usePremises();

/** Runs a program with a disk mounted over a folder, in a namespace that ends with it. */
const under = (mount: string): string[] => {
  const run = `${mount} && exec "$@"`;
  return ["unshare", "--mount", "--propagation", "private", "sh", "-c", run, "sh"];
};

const mayMount =
  process.platform === "linux" &&
  spawnSync("unshare", ["--mount", "sh", "-c", "mount -t tmpfs akiba-fault /mnt"]).status === 0;

const newFolder = () => mkdtempSync(join(premises.folder, "disk-"));

/** Waits for a start that fails; returns its output. */
async function failure(server: RunningServer): Promise<string> {
  await vi.waitUntil(() => !server.lives, { timeout: 60_000, interval: 20 });
  expect(server.process.exitCode).toBe(1);
  expect(server.said, "words, not a stack").not.toMatch(/^\s+at /m);
  return server.said;
}

describe.skipIf(!mayMount)("a start without a disk to write on (needs root to mount one)", () => {
  it.each(["1m", "20m"])("says that the disk is full, with room for %s", async (size) => {
    const folder = newFolder();
    const disk = under(`mount -t tmpfs -o size=${size},mode=711 akiba-fault "${folder}"`);
    const said = await failure(premises.launch({ DATA_DIR: folder }, disk));
    expect(said).toContain("The disk is full.");
    expect(said).toContain("Make room");
  });

  it("says that the disk is read-only", async () => {
    const folder = newFolder();
    const disk = under(`mount -t tmpfs -o ro,mode=711 akiba-fault "${folder}"`);
    const said = await failure(premises.launch({ DATA_DIR: join(folder, "data") }, disk));
    expect(said).toContain("The disk is read-only.");
    expect(said).toContain("DATA_DIR");
  });

  it("says so before the packages are installed, too", () => {
    const clone = newFolder();
    for (const name of ["package.json", "package-lock.json", "scripts"]) {
      cpSync(join(root, name), join(clone, name), { recursive: true });
    }
    const mount = `mount --bind "${clone}" "${clone}" && mount -o remount,ro,bind "${clone}"`;
    const [command = "", ...given] = under(mount);
    const start = [...given, process.execPath, join(clone, "scripts/start.js")];
    const { status, stderr } = spawnSync(command, start, { encoding: "utf8", cwd: clone });
    expect(status).toBe(1);
    expect(stderr).toContain("read-only disk");
    expect(stderr).not.toMatch(/^\s+at /m);
  });
});

describe("a start over a database that accepts no writes", () => {
  const database = `read_only_${process.pid}`;
  const server = inject("testServer").connection;

  afterAll(() => administer(`drop database if exists ${database} with (force)`));

  it("says that the database is read-only, and which kind is needed", async () => {
    await administer(`create database ${database}`);
    await administer(`alter database ${database} set default_transaction_read_only = on`);
    const url = databaseUrl({ ...server, database });
    const env = { DATABASE_URL: url, DATABASE_OWNER_URL: url };
    const said = await failure(premises.launch(env));
    expect(said).toContain("The database is read-only");
    expect(said).toContain("primary");
  });

  it("says that a database cannot be reached", async () => {
    const url = "postgres://nobody@localhost:9/akiba";
    const said = await failure(premises.launch({ DATABASE_URL: url }));
    expect(said).toContain("The database cannot be reached.");
    expect(said).toContain("DATABASE_URL");
  });

  async function administer(sql: string): Promise<void> {
    const client = new pg.Client({ ...server, database: "postgres" });
    await client.connect();
    await client.query(sql);
    await client.end();
  }
});
