import { existsSync } from "node:fs";
import { basename } from "node:path";
import { defineConfig } from "rolldown";

const threads = ["kernel/documents/drawing-worker", "imports/engine/reading-worker"];
/** The parts that the journeys load to run several portals in one process. */
const parts = ["portal", "kernel/platform/config"];
const programs = ["main", "cli", ...parts, ...threads].filter((name) =>
  existsSync(`src/server/${name}.ts`),
);

export default defineConfig({
  input: Object.fromEntries(programs.map((name) => [basename(name), `src/server/${name}.ts`])),
  platform: "node",
  // Packages stay where npm put them: some hold native code, and a package's own
  // files are easier to read in a stack than a bundle's.
  external: /^(?!#)[^./]/,
  output: { dir: "dist/server", format: "esm", sourcemap: true, cleanDir: true },
});
