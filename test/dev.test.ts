import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { cpSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { scratchFolder } from "../scripts/lib/scratch-folder.js";
import { makeDemoFolder } from "../scripts/lib/seeded-demo.js";
import { lastWill } from "./last-will.ts";
import { databaseProcesses } from "./processes.ts";

const root = resolve(import.meta.dirname, "..");

/** The parts of a clone that the loop reads, besides its packages. */
const sources = ["src", "scripts", "migrations", "package.json", "tsconfig.base.json"];
const settings = ["tsconfig.json", "test/tsconfig.json", "vite.config.ts", "rolldown.config.ts"];

let folder: string;
let clone: string;
let dev: ChildProcess;
let said: string;

beforeEach(async () => {
  // Seeded, and of the built server, which has the same migrations as the sources.
  folder = realpathSync(await makeDemoFolder(scratchFolder()));
  lastWill(folder);
  clone = join(folder, "clone");
  for (const name of [...sources, ...settings]) {
    cpSync(join(root, name), join(clone, name), { recursive: true });
  }
  symlinkSync(join(root, "node_modules"), join(clone, "node_modules"));
  said = "";
  // Without the step that installs packages.
  dev = spawn(process.execPath, [join(clone, "scripts/lib/dev-loop.js")], {
    cwd: clone,
    env: { PATH: process.env["PATH"], NODE_ENV: "test", PORT: "0", DATA_DIR: folder },
    stdio: ["ignore", "pipe", "pipe"],
  });
  dev.stdout?.on("data", (part) => (said += part));
  dev.stderr?.on("data", (part) => (said += part));
});

afterEach(async () => {
  await end();
  rmSync(folder, { recursive: true, force: true });
});

it("serves the page's sources and the API on one port, and leaves no process", async () => {
  const url = await address();
  const page = await fetch(`${url}/Login`, { headers: { accept: "text/html" } });
  expect(await page.text()).toContain("/@vite/client");
  expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
  expect((await fetch(`${url}/main.tsx`)).headers.get("content-type")).toMatch(/javascript/);
  expect((await fetch(`${url}/health/ready`)).status).toBe(200);
  await end();
  expect(databaseProcesses(folder)).toEqual([]);
});

it("serves a saved file of the server after restarting by itself", async () => {
  const url = await address();
  const file = join(clone, "src/server/messaging/outbox/outbox-page.ts");
  const text = readFileSync(file, "utf8");
  const saved = text.replace("outboxPageStyle = `", "outboxPageStyle = `/* saved */");
  const style = async () => (await fetch(`${url}/dev/outbox.css`)).text();
  // The watcher may still be reading the folders at the first save.
  await vi.waitFor(
    async () => {
      writeFileSync(file, saved);
      await vi.waitFor(async () => expect(await style()).toContain("/* saved */"), 15_000);
    },
    { timeout: 60_000, interval: 100 },
  );
});

async function address(): Promise<string> {
  const port = await vi.waitUntil(
    () => {
      if (dev.exitCode !== null) throw new Error(`It ended: ${said}`);
      return /ready at http:\/\/localhost:(\d+)/.exec(said)?.[1];
    },
    { timeout: 60_000, interval: 20 },
  );
  return `http://127.0.0.1:${port}`;
}

async function end(): Promise<void> {
  if (dev.exitCode !== null || dev.signalCode !== null) return;
  const exit = once(dev, "exit");
  dev.kill("SIGTERM");
  await exit;
}
