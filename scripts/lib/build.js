import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root, runPackage } from "./run.js";
import { writeSbom } from "./sbom.js";
import { say, since } from "./say.js";

const parts = [
  {
    name: "server",
    sources: ["src/server", "src/shared", "rolldown.config.ts"],
    output: "dist/server",
    make: () => bundle("rolldown/bin/cli.mjs", ["-c", "rolldown.config.ts", "--logLevel", "warn"]),
  },
  {
    name: "web",
    sources: ["src/web", "src/shared", "vite.config.ts"],
    output: "dist/web",
    make: () => bundle("vite/bin/vite.js", ["build", "--logLevel", "warn"]),
  },
  {
    name: "bill of materials",
    sources: ["scripts/lib/sbom.js"],
    output: "dist/sbom",
    make: writeSbom,
  },
];

/** Builds the parts whose sources changed. Returns null, or the builder's errors. */
export async function build() {
  const stale = parts
    .map((part) => ({ ...part, fingerprint: fingerprint(part.sources) }))
    .filter((part) => !isBuilt(part));
  if (stale.length === 0) return null;
  const began = performance.now();
  say(`Building ${stale.map((part) => part.name).join(", ")}`);
  const complaints = await Promise.all(stale.map(buildPart));
  const complaint = complaints.filter(Boolean).join("\n");
  if (complaint) return complaint;
  say(`Built in ${since(began)}`);
  return null;
}

async function buildPart({ name, output, make, fingerprint }) {
  rmSync(stampOf(output), { force: true });
  const { code, said } = await make();
  if (code !== 0) return `The ${name} could not be built:\n${said.trim()}`;
  writeFileSync(stampOf(output), fingerprint);
  return null;
}

function bundle(path, given) {
  return runPackage(path, given, { env: { NODE_ENV: "production" } });
}

function isBuilt({ output, fingerprint }) {
  const stamp = stampOf(output);
  return existsSync(stamp) && readFileSync(stamp, "utf8") === fingerprint;
}

function stampOf(output) {
  return join(root, output, ".built-from");
}

// By contents, not by time: a checkout touches files without changing them.
function fingerprint(sources) {
  const hash = createHash("sha256");
  for (const file of ["package-lock.json", "package.json", ...sources].flatMap(listFiles)) {
    if (/\.test\.tsx?$/.test(file)) continue;
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update("\0");
  }
  return hash.digest("hex");
}

function listFiles(path) {
  if (/\.\w+$/.test(path)) return [path];
  return readdirSync(join(root, path), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath.slice(root.length + 1), entry.name))
    .toSorted();
}
