import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "./run.js";

/** Imports a TypeScript file of the clone, which Node 20 cannot do alone. */
export async function loadTypescript(path) {
  return import(pathToFileURL(await bundleTypescript(path)).href);
}

/** Compiles a TypeScript file of the clone for Node 20; returns its path. */
export async function bundleTypescript(path) {
  const { build } = await import("rolldown");
  const file = join(root, ".cache", "loaded", basename(path).replace(/\.ts$/, ".js"));
  await build({
    cwd: root,
    input: path,
    platform: "node",
    external: /^(?!#)[^./]/,
    output: { file, format: "esm" },
  });
  return file;
}
