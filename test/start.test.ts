import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { realpathSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, inject, it, vi } from "vitest";
import { scratchFolder } from "../scripts/lib/scratch-folder.js";
import { makeDemoFolder } from "../scripts/lib/seeded-demo.js";
import { PATIENT_MS, PEPPER, SECRET } from "./faults/running-server.ts";
import { lastWill } from "./last-will.ts";
import { databaseProcesses, processesWith } from "./processes.ts";

vi.setConfig({ testTimeout: 3 * PATIENT_MS });

const root = resolve(import.meta.dirname, "..");
const postgres = inject("testServer").connection;

interface Server {
  process: ChildProcess;
  url: string;
  said: () => string;
}

let folder: string;
let servers: ChildProcess[];

beforeEach(() => {
  servers = [];
});

afterEach(async () => {
  await Promise.all(servers.map((server) => end(server, "SIGTERM")));
  // A test that failed midway may have left the database of a killed server.
  const left = [...databaseProcesses(folder), ...processesWith(`scripts/start.js ${folder}/`)];
  for (const pid of left) process.kill(pid, "SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

describe("the first start", () => {
  beforeEach(beginEmpty);

  it("serves the portal and says where to go and which accounts to use", async () => {
    const server = await start();
    expect((await fetch(server.url)).status).toBe(200);
    expect((await fetch(`${server.url}/health/ready`)).status).toBe(200);
    expect(server.said()).toMatch(/Akiba 0\.\d+\.\d+ is ready at http:\/\/localhost:\d+/);
    expect(server.said()).toContain("MS1001   Demo-2026-mwanachama");
    expect(server.said()).toContain("/dev/outbox");
  });

  it("lets two servers start at the same moment on one folder", async () => {
    const [one, two] = await Promise.all([start(), start()]);
    await end(one.process, "SIGINT");
    expect((await fetch(`${two.url}/health/ready`)).status).toBe(200);
    await end(two.process, "SIGINT");
    expect(databaseProcesses(folder)).toEqual([]);
  });

  it("starts no database if it is given one", async () => {
    const at = encodeURIComponent(postgres.host ?? "");
    const database = `start_${process.pid}`;
    await administer(`create database ${database}`);
    const url = `postgres://${postgres.user}@${at}:${postgres.port ?? 5432}/${database}`;
    // A test's society is empty: the demo's would take seconds to seed.
    const empty = { AKIBA_MODE: "test", AKIBA_SECRET: SECRET, AKIBA_PASSWORD_PEPPER: PEPPER };
    const server = await start({ ...empty, DATABASE_URL: url, DATABASE_OWNER_URL: url });
    expect((await fetch(`${server.url}/health/ready`)).status).toBe(200);
    expect(databaseProcesses(folder)).toEqual([]);
    expect(readdirSync(folder)).not.toContain("postgres");
    await end(server.process, "SIGTERM");
    await administer(`drop database ${database} with (force)`);
  });
});

describe("a start over what an earlier one left", () => {
  beforeEach(beginSeeded);

  it.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)("leaves no process at %s", async (signal) => {
    const server = await start();
    expect(databaseProcesses(folder)).not.toEqual([]);
    expect(await end(server.process, signal)).toBe(0);
    expect(databaseProcesses(folder)).toEqual([]);
  });

  it("attaches to the database that outlived a killed server, and then stops it", async () => {
    await end((await start()).process, "SIGKILL");
    const [survivor] = databaseProcesses(folder);
    expect(survivor).toBeDefined();
    const server = await start();
    expect((await fetch(`${server.url}/health/ready`)).status).toBe(200);
    expect(databaseProcesses(folder)).toContain(survivor);
    await end(server.process, "SIGINT");
    expect(databaseProcesses(folder)).toEqual([]);
  });

  it("starts after both it and its database were killed", async () => {
    const first = await start();
    const database = postmaster();
    await end(first.process, "SIGKILL");
    process.kill(database, "SIGKILL");
    const server = await start();
    expect((await fetch(`${server.url}/health/ready`)).status).toBe(200);
  });

  it("is ready again after its database was killed", async () => {
    const server = await start();
    process.kill(postmaster(), "SIGKILL");
    await becomesReady(server.url);
  });
});

describe("the process of npm start", () => {
  beforeEach(beginSeeded);

  it.each(["SIGINT", "SIGTERM"] as const)(
    "ends the server and its database at %s",
    async (signal) => {
      // The real package.json; only the steps that install and build are left out.
      cpSync(join(root, "package.json"), join(folder, "package.json"));
      mkdirSync(join(folder, "scripts"));
      const main = JSON.stringify(join(root, "dist/server/main.js"));
      writeFileSync(join(folder, "scripts/start.js"), `await import(${main});`);
      const server = await started(launch({}, ["npm", "start", "--", `${folder}/`]));
      const still = () => [
        ...processesWith(`scripts/start.js ${folder}/`),
        ...databaseProcesses(folder),
      ];
      expect(still().length).toBeGreaterThan(1);
      await end(server.process, signal);
      await expect.poll(still, { timeout: PATIENT_MS }).toEqual([]);
    },
  );

  it("is the only thing between npm and node, in every script", () => {
    const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
      scripts: Record<string, string>;
    };
    const behindShell = Object.values(scripts).filter((script) => script.startsWith("node "));
    expect(behindShell, "npm signals its shell, which does not pass it on").toEqual([]);
  });
});

describe("a start that cannot be", () => {
  beforeEach(beginSeeded);

  it("names the port in use and the variable that changes it", async () => {
    const taken = createServer().listen(0, "127.0.0.1");
    await once(taken, "listening");
    const { port } = taken.address() as AddressInfo;
    const { code, said } = await fail({ PORT: String(port) });
    taken.close();
    expect(code).toBe(1);
    expect(said).toContain(`Port ${port} is already in use.`);
    expect(said).toContain(`PORT=${port + 1} npm start`);
    expect(databaseProcesses(folder)).toEqual([]);
  });

  it("names every variable that is wrong", async () => {
    const { code, said } = await fail({ PORT: "eighty", LOG_LEVEL: "loud" });
    expect(code).toBe(1);
    expect(said).toContain("PORT is");
    expect(said).toContain("LOG_LEVEL is");
    expect(said).not.toContain("    at ");
  });

  it("rejects production with a demo's settings", async () => {
    const { code, said } = await fail({ AKIBA_MODE: "production" });
    expect(code).toBe(1);
    expect(said).toContain("DATABASE_URL is missing");
  });
});

function beginEmpty(): void {
  folder = realpathSync(mkdtempSync(join(scratchFolder(), "akiba-start-")));
  chmodSync(folder, 0o711);
  lastWill(folder);
}

/** Begins with what an earlier start left, which saves the seconds of seeding. */
async function beginSeeded(): Promise<void> {
  folder = realpathSync(await makeDemoFolder(scratchFolder()));
  lastWill(folder);
}

interface Launched {
  child: ChildProcess;
  said: () => string;
}

// The server reads no arguments; this one names the process as this test's.
const builtServer = () => [process.execPath, join(root, "dist/server/main.js"), `${folder}/`];

function launch(env: Record<string, string>, command = builtServer()): Launched {
  const [program = "", ...given] = command;
  const child = spawn(program, given, {
    cwd: program === "npm" ? folder : root,
    env: { PATH: process.env["PATH"], NODE_ENV: "test", PORT: "0", DATA_DIR: folder, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  child.stdout?.on("data", (part) => (text += part));
  child.stderr?.on("data", (part) => (text += part));
  servers.push(child);
  return { child, said: () => text };
}

function start(env: Record<string, string> = {}): Promise<Server> {
  return started(launch(env));
}

async function started({ child, said }: Launched): Promise<Server> {
  const port = await vi.waitUntil(
    () => {
      if (child.exitCode !== null) throw new Error(`The server ended: ${said()}`);
      return /ready at http:\/\/localhost:(\d+)/.exec(said())?.[1];
    },
    { timeout: PATIENT_MS, interval: 10 },
  );
  return { process: child, url: `http://127.0.0.1:${port}`, said };
}

async function fail(env: Record<string, string>): Promise<{ code: number | null; said: string }> {
  const { child, said } = launch(env);
  await once(child, "close");
  return { code: child.exitCode, said: said() };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const exit = once(child, "exit");
  child.kill(signal);
  await exit;
  return child.exitCode;
}

async function becomesReady(url: string): Promise<void> {
  const status = async (): Promise<number | undefined> =>
    (await fetch(`${url}/health/ready`).catch(() => null))?.status;
  await expect.poll(status, { timeout: PATIENT_MS, interval: 20 }).toBe(200);
}

function postmaster(): number {
  return Number.parseInt(readFileSync(join(folder, "postgres/cluster/postmaster.pid"), "utf8"), 10);
}

async function administer(sql: string): Promise<void> {
  const { Client } = await import("pg");
  const client = new Client({ ...postgres, database: "postgres" });
  await client.connect();
  await client.query(sql);
  await client.end();
}
