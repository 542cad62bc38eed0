import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

// Below the ports that Linux gives to outgoing connections: one of those can be taken by any
// connection between this and the moment at which its server listens.
const FIRST = 20_000;
const END = 30_000;
const TRIES = 50;

/** Finds a port that nobody listens on, and that no other process that still runs has found. */
export async function findPort() {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const port = randomInt(FIRST, END);
    if ((await reserves(port)) && (await isFree(port))) return String(port);
  }
  throw new Error(`none of ${TRIES} ports from ${FIRST} on is free`);
}

/**
 * Holds the name of a port until this process ends: a server may listen only seconds after its port
 * was found. Where the system has no such names, as outside Linux, a port is not reserved.
 */
async function reserves(port) {
  const name = createServer().unref();
  try {
    await once(name.listen(`\0akiba-port-${port}`), "listening");
    return true;
  } catch (error) {
    return error.code !== "EADDRINUSE";
  }
}

async function isFree(port) {
  const probe = createServer();
  try {
    await once(probe.listen(port, "127.0.0.1"), "listening");
  } catch (error) {
    if (error.code === "EADDRINUSE") return false;
    throw error;
  }
  probe.close();
  await once(probe, "close");
  return true;
}
