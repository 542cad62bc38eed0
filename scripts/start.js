import "./lib/node-version.js";
import module from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { prepare } from "./lib/prepare.js";
import { root } from "./lib/run.js";
import { startPhones } from "./lib/demo-phones.js";

await prepare();
// Only Node 22 and later keep what they compiled for the next start.
module.enableCompileCache?.(join(root, ".cache/compiled"));
const registerPhones = await startPhones();
// In this process, so that Ctrl-C and kill reach the server directly.
await import(pathToFileURL(join(root, "dist/server/main.js")).href);
await registerPhones?.();
