import "./lib/node-version.js";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { prepare } from "./lib/prepare.js";
import { root } from "./lib/run.js";
import { startPhones } from "./lib/demo-phones.js";

await prepare();
const registerPhones = await startPhones();
// In this process, so that Ctrl-C and kill reach the server directly.
await import(pathToFileURL(join(root, "dist/server/main.js")).href);
await registerPhones?.();
