import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { constants, getPriority } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, it, vi } from "vitest";
import { Client } from "pg";
import { proveNewestBackup } from "#server/backups/archive/prove-backup.ts";
import { PATIENT_MS } from "./faults/running-server.ts";
import { type OwnDatabase, useOwnServer, usePrograms } from "./programs.ts";

vi.setConfig({ testTimeout: PATIENT_MS });

const programs = usePrograms();
const server = useOwnServer();
const AKIBA_BACKUP_PASSPHRASE = "correct horse battery";

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
  const other = await programs.command(["backup", "verify", "package.json"], none);
  expect(other).toMatchObject({ code: 1, said: expect.stringContaining("cannot be used") });
});

it("the newest nightly backup is proven, and one that is damaged is not", async () => {
  const proving = { folder: programs.folder, program: "dist/server/cli.js" };
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

it("a backup goes from one's own server to the embedded database", async () => {
  const file = await backUp();
  const env = { AKIBA_MODE: "test", DATA_DIR: join(programs.folder, "moved") };
  expect(await programs.command(["restore", file], env)).toMatchObject({ code: 0 });
  expect(await programs.command(["reconcile"], env)).toMatchObject({ code: 0 });
});

/** Starts a backup and calls `seen` with its process while it cannot go on. */
async function holdBackup(
  place: string,
  seen: (child: ChildProcess) => Promise<unknown>,
): Promise<void> {
  const blocker = new Client(society.database.connection);
  await blocker.connect();
  await blocker.query("begin; lock table member in access exclusive mode");
  const child = spawn(process.execPath, ["dist/server/cli.js", "backup", "--to", place], {
    env: { PATH: process.env["PATH"], NODE_ENV: "test", ...society.env },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const said: string[] = [];
  child.stderr.on("data", (text) => said.push(String(text)));
  await vi.waitUntil(() => said.join("").includes(" member\n"), { timeout: 30_000 });
  const gone = once(child, "exit");
  await seen(child);
  await blocker.query("rollback");
  await blocker.end();
  await gone;
}

it("a backup that is killed leaves no file under a backup's name", async () => {
  const place = join(programs.folder, "killed");
  await holdBackup(place, async (child) => {
    child.kill("SIGKILL");
    await once(child, "exit");
  });
  expect(readdirSync(place)).toEqual([expect.stringMatching(/\.backup\.part$/)]);
});

it("a backup has only what members leave of the processors", async () => {
  const place = join(programs.folder, "beside");
  const priorities: number[] = [];
  await holdBackup(place, async ({ pid }) => priorities.push(getPriority(pid)));
  expect(priorities).toEqual([constants.priority.PRIORITY_LOW]);
  expect(readdirSync(place)).toEqual([expect.stringMatching(/\.backup$/)]);
});
