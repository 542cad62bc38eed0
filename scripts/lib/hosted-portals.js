import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "./run.js";

/** A process that starts and stops portals of the built server as its parent says. */
const built = (name) => import(pathToFileURL(join(root, "dist/server", name)).href);
const server = Promise.all([built("portal.js"), built("config.js")]);

const portals = new Map();
const reporter = { print: () => {}, failed: (error) => console.error(error) };

process.on("message", (order) => void follow(order));
process.on("disconnect", () => process.exit());

async function follow({ id, environment }) {
  try {
    await (environment === null ? stop(id) : start(id, environment));
    process.send({ id, problem: null });
  } catch (error) {
    process.send({ id, problem: String(error?.stack ?? error) });
  }
}

async function start(id, environment) {
  const [{ Portal }, { parseConfig }] = await server;
  const portal = new Portal(reporter);
  portals.set(id, portal);
  try {
    await portal.start(parseConfig({ ...process.env, ...environment }));
  } catch (error) {
    await stop(id);
    throw error;
  }
}

async function stop(id) {
  const portal = portals.get(id);
  portals.delete(id);
  await portal?.stop();
}
