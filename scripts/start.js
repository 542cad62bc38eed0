import "./lib/node-version.js";
import module from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { prepareProgram } from "./lib/prepare.js";
import { root } from "./lib/run.js";
import { startPhones } from "./lib/demo-phones.js";

const { page } = await prepareProgram();
// Only Node 22 and later keep what they compiled for the next start.
module.enableCompileCache?.(join(root, ".cache/compiled"));
const registerPhones = await startPhones();
const program = (name) => import(pathToFileURL(join(root, "dist/server", name)).href);
// Meanwhile the server makes the demo's history.
(await program("page-build.js")).pageBuild.underWay = page;
// In this process, so that Ctrl-C and kill reach the server directly.
await program("main.js");
await registerPhones?.();
