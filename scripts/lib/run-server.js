import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { findPort } from "./find-port.js";
import { root } from "./run.js";

const builtServer = join(root, "dist/server/main.js");

/**
 * Starts the built server as a demo over a folder, on a free port, and waits until it serves.
 * `launch` may start another bundle of it, with the environment that it is given.
 */
export async function runServer(dataDir, environment, launch = launchBuilt) {
  const port = await findPort();
  const server = launch({
    // So that no .env is read; and an empty variable counts as absent.
    NODE_ENV: "test",
    AKIBA_MODE: "demo",
    HOST: "127.0.0.1",
    PORT: port,
    DATA_DIR: dataDir,
    DATABASE_URL: "",
    ...environment,
  });
  const ended = once(server, "exit");
  const stop = async () => {
    server.kill("SIGTERM");
    await ended;
  };
  const url = `http://127.0.0.1:${port}`;
  try {
    await ready(url, server);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, pid: server.pid, stop };
}

function launchBuilt(environment) {
  return spawn(process.execPath, [builtServer], {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ["ignore", "ignore", "inherit"],
  });
}

async function ready(url, server) {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await pause(50)) {
    if (server.exitCode !== null) break;
    const answer = await fetch(`${url}/health/ready`).catch(() => null);
    if (answer?.ok) return;
  }
  throw new Error("The demo did not become ready; its reason is above.");
}
