import { createHash } from "node:crypto";
import { existsSync, lstatSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root, runNpm } from "./run.js";
import { giveUp, say, since } from "./say.js";

const packages = join(root, "node_modules");
const stamp = join(packages, ".akiba-stamp");

/** Installs the packages of the lockfile unless exactly those are installed. */
export async function installPackages() {
  // A link leads to the packages of another clone, which npm would remove first.
  if (isLink(packages)) return;
  const wanted = describeInstallation();
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  const began = performance.now();
  say("Installing packages (the first time takes a minute at most)");
  rmSync(stamp, { force: true });
  // Optional and development packages hold the database and the build, whatever npm's settings.
  const given = ["ci", "--include=dev", "--include=optional", "--no-audit", "--no-fund"];
  // The project's .npmrc says so too, but a setting in the environment would take precedence.
  given.push("--ignore-scripts");
  const { code, said } = await runNpm(given);
  if (code !== 0) {
    giveUp(
      said.trim(),
      "",
      "The packages could not be installed: npm's reason is above. Check that this machine",
      "reaches its package registry, then run the same command again.",
    );
  }
  writeFileSync(stamp, wanted);
  say(`Installed in ${since(began)}`);
}

function isLink(path) {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
}

// A folder carried over from another kind of machine holds that machine's binaries.
function describeInstallation() {
  const lockfile = createHash("sha256").update(readFileSync(join(root, "package-lock.json")));
  return `${lockfile.digest("hex")} ${process.platform}-${process.arch}`;
}
