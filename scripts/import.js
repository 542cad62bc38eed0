import "./lib/node-version.js";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { prepare } from "./lib/prepare.js";
import { root } from "./lib/run.js";

await prepare();
process.argv.splice(2, 0, "import");
await import(pathToFileURL(join(root, "dist/server/cli.js")).href);
