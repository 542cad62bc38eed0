import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { basename } from "node:path";
import { defineConfig } from "rolldown";

const threads = ["kernel/documents/drawing-worker", "imports/engine/reading-worker"];
/** The parts that the journeys load to run several portals in one process. */
const parts = ["portal", "kernel/platform/config"];
/** `npm start` tells it of the page that is still being built. */
const beside = "page-build";
const programs = ["main", "cli", beside, ...parts, ...threads].filter((name) =>
  existsSync(`src/server/${name}.ts`),
);

/** The commit, marked if the sources were changed since; a build without Git is told it. */
function commit(): string {
  const given = process.env["AKIBA_COMMIT"] ?? "";
  if (given !== "") return given;
  const describe = ["describe", "--always", "--dirty", "--abbrev=12", "--exclude=*"];
  const { status, stdout } = spawnSync("git", describe, { encoding: "utf8" });
  return status === 0 ? stdout.trim() : "";
}

export default defineConfig({
  input: Object.fromEntries(programs.map((name) => [basename(name), `src/server/${name}.ts`])),
  platform: "node",
  // Packages stay where npm put them: some hold native code, and a package's own
  // files are easier to read in a stack than a bundle's.
  external: /^(?!#)[^./]/,
  transform: { define: { AKIBA_BUILT_FROM: JSON.stringify(commit()) } },
  output: { dir: "dist/server", format: "esm", sourcemap: true, cleanDir: true },
});
