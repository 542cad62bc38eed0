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
function packagesOf(dir, file = "main.js", seen = new Set()) {
  if (seen.has(file) || !existsSync(join(dir, file))) return [];
  seen.add(file);
  const imports = readFileSync(join(dir, file), "utf8").matchAll(/^import .*"(?!node:)(.+)";$/gm);
  return [...imports].flatMap(([, name]) =>
    name.startsWith(".") ? packagesOf(dir, name, seen) : name,
  );
}
