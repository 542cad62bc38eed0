import { loadTypescript } from "./load-typescript.js";
import { root } from "./run.js";

/**
 * Starts the embedded database of the demo and holds it, so that it outlives each restart of the
 * server; `close` releases it. Returns the configuration and the server's welcome too.
 */
export async function openDemoDatabase() {
  const { loadEnvFile, parseConfig } = await loadTypescript("src/server/kernel/platform/config.ts");
  const { openDatabase } = await loadTypescript("src/server/kernel/platform/open-database.ts");
  const { welcome } = await loadTypescript("src/server/welcome.ts");
  loadEnvFile(root);
  const demo = { AKIBA_MODE: "demo", DATABASE_URL: "", DATABASE_OWNER_URL: "" };
  const config = parseConfig({ ...process.env, ...demo });
  const { close } = await openDatabase(config);
  return { config, welcome, close };
}
