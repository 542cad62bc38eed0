import "./lib/node-version.js";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { launchOptions } from "./lib/browser.js";
import { startDemo } from "./lib/demo-server.js";
import { bundleTypescript, loadTypescript } from "./lib/load-typescript.js";
import { prepare } from "./lib/prepare.js";
import { root } from "./lib/run.js";
import { giveUp, say } from "./lib/say.js";

// Each bench/NAME.bench.ts exports by default a function that measures with these tools and prints
// figures.
const tools = { root, startDemo, bundleTypescript, launchOptions };
const folder = join(root, "bench");
const words = process.argv.slice(2);
const files = existsSync(folder) ? readdirSync(folder).toSorted() : [];
const wanted = files
  .filter((name) => name.endsWith(".bench.ts"))
  .filter((name) => words.length === 0 || words.some((word) => name.includes(word)));
if (wanted.length === 0) giveUp("There is no such benchmark in bench/.");

await prepare();
for (const name of wanted) {
  say(name.replace(".bench.ts", ""));
  const { default: measure } = await loadTypescript(`bench/${name}`);
  await measure(tools);
}
