import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { pathToFileURL } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { bundleTypescript } from "../../../../scripts/lib/load-typescript.js";

const LIMIT = 20_000;
let program: string;

/** Runs statements in a separate process that has a `log`. */
function run(statements: string): ChildProcess {
  const source = `import { createLog } from ${JSON.stringify(program)};
    const log = createLog("info"); ${statements}`;
  return spawn(process.execPath, ["--input-type=module", "--eval", source], {
    stdio: ["pipe", "pipe", "inherit"],
  });
}

/** Returns the exit code of a program whose log nobody reads from the moment that it begins. */
async function exitUnread(statements: string): Promise<unknown> {
  const begun = run(`process.stdin.once("data", () => { ${statements} });`);
  begun.stdout?.destroy();
  begun.stdin?.end("go");
  const killed = setTimeout(() => begun.kill("SIGKILL"), LIMIT);
  const [code] = await once(begun, "exit");
  clearTimeout(killed);
  return code;
}

beforeAll(async () => {
  const file = await bundleTypescript("src/server/kernel/platform/log.ts");
  program = pathToFileURL(file).href;
});

describe("a log that nobody reads any more", () => {
  it("does not prevent the program from ending", { timeout: 2 * LIMIT }, async () => {
    expect(await exitUnread(`log.info("one"); process.exit(3);`)).toBe(3);
  });

  it("does not prevent the program from working", { timeout: 2 * LIMIT }, async () => {
    const warned = `log.warn("one"); setTimeout(() => { log.error("two"); process.exit(4); }, 50);`;
    expect(await exitUnread(warned)).toBe(4);
  });
});

it("writes what is buffered when the program ends, line by line", async () => {
  const written = run(`log.info("one"); log.info("two"); process.exit(0);`);
  let said = "";
  written.stdout?.on("data", (part) => (said += String(part)));
  await once(written, "close");
  const lines = said.trimEnd().split("\n");
  expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual(["one", "two"]);
});
