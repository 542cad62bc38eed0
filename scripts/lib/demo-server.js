import { rmSync } from "node:fs";
import { join } from "node:path";
import { root, run } from "./run.js";
import { runServer } from "./run-server.js";
import { makeDemoFolder } from "./seeded-demo.js";

/**
 * Starts the built server as a demo of today on a free port, with more variables if given; `stop`
 * leaves nothing of it.
 */
export async function startDemo(environment = {}) {
  const dataDir = await makeDemoFolder();
  const discard = () => rmSync(dataDir, { recursive: true, force: true });
  try {
    const { url, pid, stop } = await runServer(dataDir, environment);
    await release(dataDir);
    return { url, dataDir, pid, stop: () => stop().then(discard) };
  } catch (error) {
    discard();
    throw error;
  }
}

/** Lets the demo of a folder send: as a copy it sends nothing until it is released. */
export async function release(dataDir) {
  const env = { NODE_ENV: "test", AKIBA_MODE: "demo", DATA_DIR: dataDir, DATABASE_URL: "" };
  const { code, said } = await run(
    process.execPath,
    [join(root, "dist/server/cli.js"), "release"],
    { env },
  );
  if (code !== 0) throw new Error(`The demo could not be released:\n${said}`);
}
