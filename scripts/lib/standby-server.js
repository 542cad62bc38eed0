import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * The process of the next server of `npm run dev`. It loads the packages that the last bundle in a
 * folder imports, which is a third of a start, and waits for the next bundle and its environment.
 */
const [, , folder] = process.argv;
const given = new Promise((resolve) => process.once("message", resolve));

await Promise.all(packagesOf(folder).map((name) => import(name).catch(() => {})));
const { program, environment } = await given;
Object.assign(process.env, environment);
process.disconnect();
await import(program);

/** The packages that the server imports at its start; those it imports later are left to it. */
function packagesOf(dir) {
  const main = join(dir, "main.js");
  if (!existsSync(main)) return [];
  const imports = readFileSync(main, "utf8").matchAll(/^import .*"(?!node:)([^"./][^"]*)";$/gm);
  return [...imports].map(([, name]) => name);
}
