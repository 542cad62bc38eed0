import { mkdirSync, mkdtempSync } from "node:fs";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { rolldown } from "rolldown";

const root = join(import.meta.dirname, "..");

/** Makes a folder below the packages, so that a program built into it finds them. */
export function programFolder(): string {
  const cache = join(root, ".cache");
  mkdirSync(cache, { recursive: true });
  return mkdtempSync(join(cache, "programs-"));
}

/** Builds the program of a thread, as the server has it, into a folder. */
export async function buildWorker(folder: string, source: string): Promise<URL> {
  const file = join(folder, basename(source).replace(/\.ts$/, ".js"));
  const bundle = await rolldown({
    input: join(root, "src/server", source),
    platform: "node",
    external: /^(?!#)[^./]/,
  });
  await bundle.write({ file, format: "esm" });
  return pathToFileURL(file);
}
