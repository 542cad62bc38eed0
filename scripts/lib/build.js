import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { root, runPackage } from "./run.js";
import { writeSbom } from "./sbom.js";
import { say, since } from "./say.js";

/** Where the steps of the web's build are written. */
const stepsOfWeb = [
  "file-check-page",
  "first-form",
  "react-as-module",
  "short-class-names",
  "short-scripts",
  "without-server-facts",
].map((name) => `scripts/lib/${name}.js`);

const parts = [
  {
    name: "server",
    sources: ["src/server", "src/shared", "rolldown.config.ts"],
    output: "dist/server",
    make: () => bundle("rolldown/bin/cli.mjs", ["-c", "rolldown.config.ts", "--logLevel", "warn"]),
  },
  {
    name: "web",
    sources: ["src/web", "src/shared", "vite.config.ts", ...stepsOfWeb],
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
  return beginBuild().all;
}

/**
 * Begins to build the parts whose sources changed. `program` ends with all but the page, which
 * takes by far the longest, and `all` with everything; both with null, or with the builder's
 * errors.
 */
export function beginBuild() {
  const stale = parts
    .filter((part) => !isUntouched(part))
    .map((part) => ({ ...part, ...described(part) }))
    .filter((part) => !isBuilt(part));
  if (stale.length === 0) return { program: null, all: null };
  const began = performance.now();
  say(`Building ${stale.map((part) => part.name).join(", ")}`);
  const builds = stale.map((part) => ({ name: part.name, ended: buildPart(part) }));
  const withoutPage = builds.filter(({ name }) => name !== "web");
  return { program: complaintOf(withoutPage), all: complaintOf(builds).then(sayUnless(began)) };
}

async function complaintOf(builds) {
  const complaints = await Promise.all(builds.map(({ ended }) => ended));
  return complaints.filter(Boolean).join("\n") || null;
}

function sayUnless(began) {
  return (complaint) => {
    if (complaint === null) say(`Built in ${since(began)}`);
    return complaint;
  };
}

async function buildPart({ name, output, make, fingerprint, traces }) {
  rmSync(stampOf(output), { force: true });
  const { code, said } = await make();
  if (code !== 0) return `The ${name} could not be built:\n${said.trim()}`;
  writeFileSync(stampOf(output), fingerprint);
  noteTraces(output, traces, fingerprint);
  return null;
}

function bundle(path, given) {
  return runPackage(path, given, { env: { NODE_ENV: "production" } });
}

/** Whether no source was written since it was last compared, so that none has to be read. */
function isUntouched({ sources, output }) {
  if (!existsSync(stampOf(output)) || !existsSync(tracesOf(output))) return false;
  const fingerprint = readFileSync(stampOf(output), "utf8");
  return readFileSync(tracesOf(output), "utf8") === `${tracesOn(sources).digest} ${fingerprint}`;
}

/** Takes the traces first: a source that is written meanwhile is then compared again. */
function described({ sources }) {
  const traces = tracesOn(sources);
  return { traces, fingerprint: fingerprint(sources) };
}

function isBuilt({ output, fingerprint, traces }) {
  const stamp = stampOf(output);
  if (!existsSync(stamp) || readFileSync(stamp, "utf8") !== fingerprint) return false;
  noteTraces(output, traces, fingerprint);
  return true;
}

// A clock may give the same time to two writes that follow closely.
const CLOCK_MS = 1000;

/** Notes the traces of sources with their contents, unless one was written only just now. */
function noteTraces(output, { digest, newest }, fingerprint) {
  if (Date.now() - newest <= CLOCK_MS) return;
  mkdirSync(join(root, ".cache"), { recursive: true });
  writeFileSync(tracesOf(output), `${digest} ${fingerprint}`);
}

function stampOf(output) {
  return join(root, output, ".built-from");
}

/** Outside the output, which packages carry to other machines. */
function tracesOf(output) {
  return join(root, ".cache", `compared-${basename(output)}`);
}

/**
 * Returns the traces of writes on sources: of each its size, its inode and the time of its last
 * change, which no program can set. `newest` is in milliseconds.
 */
function tracesOn(sources) {
  const hash = createHash("sha256");
  let newest = 0;
  for (const file of filesOf(sources)) {
    const { ino, size, ctimeMs } = statSync(`${root}/${file}`);
    hash.update(`${file}\0${ino} ${size} ${ctimeMs}\0`);
    newest = Math.max(newest, ctimeMs);
  }
  return { digest: hash.digest("hex"), newest };
}

// By contents, not by time: a checkout touches files without changing them.
function fingerprint(sources) {
  const hash = createHash("sha256");
  for (const file of filesOf(sources)) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update("\0");
  }
  return hash.digest("hex");
}

function filesOf(sources) {
  const files = ["package-lock.json", "package.json", ...sources].flatMap(listFiles);
  return files.filter((file) => !/\.test\.tsx?$/.test(file));
}

function listFiles(path) {
  if (/\.\w+$/.test(path)) return [path];
  return readdirSync(join(root, path), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath.slice(root.length + 1), entry.name))
    .toSorted();
}
