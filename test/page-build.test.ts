import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { findPort } from "../scripts/lib/find-port.js";
import { scratchFolder } from "../scripts/lib/scratch-folder.js";
import { PATIENT_MS, PEPPER, SECRET } from "./faults/running-server.ts";
import { lastWill } from "./last-will.ts";
import { databaseProcesses } from "./processes.ts";

vi.setConfig({ testTimeout: 2 * PATIENT_MS });

const root = resolve(import.meta.dirname, "..");

let folder: string;
let port: string;
let server: ChildProcess;
let said: string;

beforeEach(async () => {
  folder = realpathSync(mkdtempSync(join(scratchFolder(), "akiba-page-build-")));
  chmodSync(folder, 0o711);
  lastWill(folder);
  port = await findPort();
  said = "";
});

afterEach(async () => {
  server.kill("SIGTERM");
  if (server.exitCode === null) await once(server, "exit");
  rmSync(folder, { recursive: true, force: true });
});

it("the database is prepared while the page is built, and nothing is served before", async () => {
  startBeside('new Promise((resolve) => process.once("message", resolve))');
  await vi.waitUntil(() => said.includes("applied a migration"), { timeout: PATIENT_MS });
  await expect(fetch(`http://127.0.0.1:${port}/health/live`)).rejects.toThrow("fetch failed");
  expect(said).not.toContain("is ready at");
  server.send("built");
  await vi.waitUntil(() => said.includes("is ready at"), { timeout: PATIENT_MS });
  expect((await fetch(`http://127.0.0.1:${port}/Login`)).status).toBe(200);
});

it("a page that cannot be built ends the start with its reason, and the database", async () => {
  startBeside('Promise.reject(new Error("The web could not be built: no such file"))');
  await once(server, "close");
  expect(server.exitCode).toBe(1);
  expect(said).toContain("The web could not be built: no such file");
  expect(said).not.toContain("    at ");
  expect(databaseProcesses(folder)).toEqual([]);
});

/** Starts the built server as `npm start` does, beside a build of the page. */
function startBeside(build: string): void {
  const program = (name: string) => JSON.stringify(join(root, "dist/server", name));
  const script = `
    const { pageBuild } = await import(${program("page-build.js")});
    pageBuild.underWay = ${build};
    pageBuild.underWay.catch(() => {});
    await import(${program("main.js")});`;
  const env = { AKIBA_MODE: "test", AKIBA_SECRET: SECRET, AKIBA_PASSWORD_PEPPER: PEPPER };
  server = spawn(process.execPath, ["--input-type=module", "--eval", script], {
    cwd: root,
    env: { PATH: process.env["PATH"], NODE_ENV: "test", PORT: port, DATA_DIR: folder, ...env },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  server.stdout?.on("data", (part) => (said += part));
  server.stderr?.on("data", (part) => (said += part));
}
