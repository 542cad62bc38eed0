import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { parseMobileNumber } from "#shared/mobile-number.ts";
import { demoMembers } from "#server/demo/cast.ts";
import { scratchFolder } from "../scripts/lib/scratch-folder.js";
import { makeDemoFolder } from "../scripts/lib/seeded-demo.js";
import { lastWill } from "./last-will.ts";
import { databaseProcesses } from "./processes.ts";
import { steps } from "./steps.ts";
import { findPort } from "../scripts/lib/find-port.js";

interface Prompt {
  readonly checkoutId: string;
  readonly msisdn: string;
  readonly amount: string;
  readonly result: string | null;
}

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

/** The address of the page of the phones, once the demo receives their payments. */
function phonesPage(): Promise<string> {
  const find = () => {
    if (program.exitCode !== null) throw new Error(`It ended: ${said}`);
    return /Phones with the PIN 1234: (\S+)/.exec(said)?.[1];
  };
  return vi.waitUntil(find, { timeout: 80_000 });
}

const outbox = async () => (await fetch(`http://127.0.0.1:${port}/dev/outbox.json`)).text();

/** Calls the portal as a page does, and returns its answer. */
async function call(path: string, body: object, token = ""): Promise<Record<string, unknown>> {
  const headers = {
    "content-type": "application/json",
    ...(token !== "" && { authorization: `Bearer ${token}` }),
    "idempotency-key": randomUUID(),
  };
  const url = `http://127.0.0.1:${port}/api/v1${path}`;
  const answer = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
  const read = (await answer.json()) as Record<string, unknown>;
  expect(answer.ok, JSON.stringify(read)).toBe(true);
  return read;
}

steps("the phones beside the demo", () => {
  it("are one for each member of the demo", async () => {
    const page = await phonesPage();
    const found = (await (await fetch(`${page}.json`)).json()) as {
      msisdn: string;
      name: string;
    }[];
    const numbers = demoMembers.map(({ mobile }) => parseMobileNumber(mobile)?.slice(1));
    expect(numbers).toHaveLength(12);
    expect(found.map(({ msisdn }) => msisdn)).toEqual(expect.arrayContaining(numbers));
  }, 90_000);

  it("show a request to its member, which is credited once its PIN is typed", async () => {
    const page = await phonesPage();
    // The demo of a test is a copy, which is held.
    const environment = {
      PATH: process.env["PATH"],
      NODE_ENV: "test",
      PORT: port,
      DATA_DIR: folder,
    };
    execFileSync(process.execPath, ["dist/server/cli.js", "release"], {
      cwd: root,
      env: environment,
    });
    const login = { memberNo: "MS1005", password: "Demo-2026-mwanachama" };
    const { token } = await call("/auth/authenticate", login);
    const asked = { to: "deposits", basis: "amount", amount: 750, mobileNo: "0714 000 538" };
    await call("/pay-ins/prompts", asked, String(token));
    const onPhone = async () => {
      const prompts = (await (await fetch(new URL("prompts.json", page))).json()) as Prompt[];
      const open = { msisdn: "254714000538", amount: "75000", result: null };
      expect(prompts).toEqual([expect.objectContaining(open)]);
      return prompts[0]?.checkoutId;
    };
    const checkoutId = await vi.waitFor(onPhone, { timeout: 20_000, interval: 200 });
    const body = JSON.stringify({ checkoutId, pin: "1234" });
    const typed = await fetch(`${page}/prompt`, { method: "POST", body });
    const { receipt } = (await typed.json()) as { receipt: string };
    expect(receipt).toMatch(/^[A-Z0-9]{10}$/);
    await vi.waitFor(async () => expect(await outbox()).toContain(receipt), 20_000);
  }, 120_000);

  it("pay to the paybill of the demo, and nothing stays behind", async () => {
    const page = await phonesPage();
    const paid = { msisdn: "254712000482", shortCode: "400200", amount: "500", pin: "1234" };
    const pay = async (account: string) => {
      const body = JSON.stringify({ ...paid, account });
      const answer = await fetch(`${page}/paybill`, { method: "POST", body });
      return ((await answer.json()) as { receipt: string | null }).receipt;
    };
    expect(await pay("MS 9999")).toBeNull();
    const receipt = await pay("ms 1001");
    await vi.waitFor(async () => expect(await outbox()).toContain(receipt), 15_000);
    program.kill("SIGTERM");
    await once(program, "exit");
    await vi.waitFor(() => expect(fetch(page)).rejects.toThrow(), 10_000);
    expect(databaseProcesses(folder)).toEqual([]);
  }, 120_000);
});
