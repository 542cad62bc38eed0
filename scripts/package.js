import "./lib/node-version.js";
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { writeDebianPackage } from "./lib/debian-package.js";
import { nodeRuntime } from "./lib/node-runtime.js";
import { packageVersion } from "./lib/package-version.js";
import { prepare } from "./lib/prepare.js";
import { layProduct } from "./lib/product-tree.js";
import { provePackage } from "./lib/prove-package.js";
import { root } from "./lib/run.js";
import { giveUp, say, since } from "./lib/say.js";

const usage = `npm run package                        writes dist/packages/akiba_VERSION_ARCH.deb
npm run package -- --version VERSION   gives it a version; else that of package.json, with the time
                                       and the commit unless this commit has the release's tag
npm run package -- --prove             installs, runs, upgrades and purges it in a Debian of its own
npm run package -- --tree FOLDER       only lays out the product, for an image of a container`;

const options = {
  version: { type: "string" },
  tree: { type: "string" },
  prove: { type: "boolean" },
  help: { type: "boolean" },
};

const began = performance.now();
const given = parseArgs({ options }).values;
if (given.help) {
  console.log(usage);
} else {
  await prepare();
  try {
    await make();
  } catch (error) {
    giveUp(error.message);
  }
}

async function make() {
  if (given.tree !== undefined) {
    layProduct(resolve(given.tree));
    return;
  }
  const folder = join(root, "dist/packages");
  mkdirSync(folder, { recursive: true });
  const parts = { runtime: await nodeRuntime(), at: releaseTime(), folder };
  const version = given.version ?? versionAt(parts.at);
  const file = await writeDebianPackage({ ...parts, version });
  say(`Wrote ${file} in ${since(began)}`);
  if (!given.prove) return;
  const newer = await writeDebianPackage({ ...parts, version: `${version}+newer` });
  try {
    await provePackage(file, newer);
  } finally {
    rmSync(newer);
  }
}

/** The version of this commit; of a tree that is no clone of git, the release in package.json. */
function versionAt(at) {
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  try {
    const commit = git("rev-parse", "--short=12", "HEAD");
    return packageVersion(version, { at, commit, tags: git("tag", "--points-at").split("\n") });
  } catch {
    return version;
  }
}

/** The time of the files: of the commit, so that two releases never share a validator of a file. */
function releaseTime() {
  const { SOURCE_DATE_EPOCH: named } = process.env;
  if (named) return Number(named);
  try {
    return Number(git("log", "-1", "--format=%ct"));
  } catch {
    throw new Error("This is no clone of git: set SOURCE_DATE_EPOCH to the time of the release.");
  }
}

function git(...given) {
  return execFileSync("git", given, { cwd: root, encoding: "utf8", stdio: "pipe" }).trim();
}
