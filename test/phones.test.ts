import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { scratchFolder } from "../scripts/lib/scratch-folder.js";
import { makeDemoFolder } from "../scripts/lib/seeded-demo.js";
import { lastWill } from "./last-will.ts";
import { databaseProcesses } from "./processes.ts";
import { findPort } from "../scripts/lib/find-port.js";

const root = resolve(import.meta.dirname, "..");
let folder = "";
let program: ChildProcess;
let port = "";
let said = "";

beforeAll(async () => {
  folder = await makeDemoFolder(scratchFolder());
  lastWill(folder);
  port = await findPort();
  program = spawn(process.execPath, [join(root, "scripts/start.js")], {
    cwd: root,
    env: {
      PATH: process.env["PATH"],
      NODE_ENV: "test",
      PORT: port,
      DATA_DIR: folder,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  program.stdout?.on("data", (part) => (said += part));
  program.stderr?.on("data", (part) => (said += part));
}, 60_000);

afterAll(() => {
  program.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

it("a payment from a phone reaches the demo, and nothing stays behind", async () => {
  const page = await vi.waitUntil(
    () => {
      if (program.exitCode !== null) throw new Error(`It ended: ${said}`);
      return /Phones with the PIN 1234: (\S+)/.exec(said)?.[1];
    },
    { timeout: 80_000 },
  );
  const paid = { msisdn: "254712000482", shortCode: "400200", amount: "500", pin: "1234" };
  const pay = async (account: string) => {
    const body = JSON.stringify({ ...paid, account });
    const answer = await fetch(`${page}/paybill`, { method: "POST", body });
    return ((await answer.json()) as { receipt: string | null }).receipt;
  };
  expect(await pay("MS 9999")).toBeNull();
  const receipt = await pay("ms 1001");
  const outbox = async () => (await fetch(`http://127.0.0.1:${port}/dev/outbox.json`)).text();
  await vi.waitFor(async () => expect(await outbox()).toContain(receipt), 15_000);
  program.kill("SIGTERM");
  await once(program, "exit");
  await vi.waitFor(() => expect(fetch(page)).rejects.toThrow(), 10_000);
  expect(databaseProcesses(folder)).toEqual([]);
}, 120_000);
