import { rmSync } from "node:fs";
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
    return { url, dataDir, pid, stop: () => stop().then(discard) };
  } catch (error) {
    discard();
    throw error;
  }
}
