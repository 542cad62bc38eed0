import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./run.js";

/**
 * Names each class of the style modules by its place among all of them, in the same order in every
 * build. Names with digests in them weigh more, as nothing in a digest compresses.
 */
export function shortClassNames() {
  const folder = join(root, "src/web");
  const names = new Map();
  const modules = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".module.css"))
    .toSorted();
  for (const module of modules) {
    const path = join(folder, module);
    for (const [, name] of readFileSync(path, "utf8").matchAll(/\.([a-z][\w-]*)/gi)) {
      const key = `${path} ${name}`;
      if (!names.has(key)) names.set(key, `_${names.size.toString(36)}`);
    }
  }
  // A class that is added while the page is developed has its own name until the next start.
  return (name, path) => names.get(`${path} ${name}`) ?? name;
}
