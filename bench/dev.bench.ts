// How to read these figures: the time from saving a file under `npm run dev` until its change is
// seen, in a copy of the clone: a text of the sign-in page in a real browser, and a text of an
// answer of the server. A person should wait one second at most for the first, two for the second.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { chromium } from "@playwright/test";
import { median } from "./figures.ts";
import type { BenchTools } from "./tools.ts";

const ROUNDS = 5;
const copied = [
  "node_modules",
  "src",
  "scripts",
  "migrations",
  "test",
  "package.json",
  "tsconfig.base.json",
];
const copiedSettings = ["vite.config.ts", "rolldown.config.ts", "tsconfig.json"];

/** Makes a change in a clone and returns when its mark is seen. */
type Seen = (mark: string) => Promise<unknown>;

export default async function measure({ root, launchOptions }: BenchTools): Promise<void> {
  const clone = copyOf(root);
  const dev = spawn(process.execPath, ["scripts/lib/dev-loop.js"], {
    cwd: clone,
    env: { PATH: process.env["PATH"], NODE_ENV: "test", PORT: "0", DATA_DIR: join(clone, "data") },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const browser = await chromium.launch(launchOptions());
  try {
    const url = await address(dev.stdout);
    const page = await browser.newPage();
    await page.goto(`${url}/Login`);
    await page.getByRole("button", { name: /log ?in/i }).waitFor();
    const screen = await secondsToSee(
      join(clone, "src/web/public/login.tsx"),
      ["<span>{login.shared}</span>", (mark) => `<span>{login.shared} ${mark}</span>`],
      (mark) => page.getByText(mark).waitFor(),
    );
    // An answer that costs the server nothing, so that asking for it does not slow the restart.
    const server = await secondsToSee(
      join(clone, "src/server/messaging/outbox/outbox-page.ts"),
      ["outboxPageStyle = `", (mark) => `outboxPageStyle = \`/* ${mark} */`],
      (mark) => answers(`${url}/dev/outbox.css`, mark),
    );
    console.log(`save to seen, median of ${ROUNDS}: page ${screen} s, server ${server} s`);
  } finally {
    await browser.close();
    const exit = once(dev, "exit");
    if (dev.kill("SIGTERM")) await exit;
    rmSync(clone, { recursive: true, force: true });
  }
}

function copyOf(root: string): string {
  const clone = mkdtempSync(join(tmpdir(), "akiba-dev-"));
  // When root starts it, PostgreSQL is another user and must be able to enter.
  chmodSync(clone, 0o711);
  for (const name of [...copied, ...copiedSettings]) {
    execFileSync("cp", ["-aL", join(root, name), clone]);
  }
  return clone;
}

async function secondsToSee(
  file: string,
  [before, changed]: readonly [string, (mark: string) => string],
  seen: Seen,
): Promise<string> {
  const text = readFileSync(file, "utf8");
  if (!text.includes(before)) throw new Error(`${file} no longer holds ${before}`);
  const seconds: number[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    await pause(1000);
    const mark = `Changed-${round}`;
    const began = performance.now();
    writeFileSync(file, text.replace(before, changed(mark)));
    await seen(mark);
    seconds.push((performance.now() - began) / 1000);
  }
  return median(seconds).toFixed(2);
}

async function answers(url: string, mark: string): Promise<void> {
  while (!(await (await fetch(url)).text()).includes(mark)) await pause(50);
}

function address(output: NodeJS.ReadableStream): Promise<string> {
  return new Promise((found, reject) => {
    let said = "";
    output.on("data", (part) => {
      said += String(part);
      const port = /ready at http:\/\/localhost:(\d+)/.exec(said)?.[1];
      if (port) found(`http://127.0.0.1:${port}`);
    });
    output.on("end", () => reject(new Error(`It ended: ${said}`)));
  });
}
