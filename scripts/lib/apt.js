import { existsSync } from "node:fs";
import { run } from "./run.js";

/** Whether this is a Debian whose packages can be installed without a password. */
export async function mayInstall() {
  if (!existsSync("/usr/bin/apt-get")) return false;
  // -n: never asks for a password.
  return isRoot() || (await run("sudo", ["-n", "true"])).code === 0;
}

/** Installs packages and nothing that they only recommend; returns the complaint, if any. */
export async function installPackages(names) {
  const apt = (...given) =>
    asRoot("env", ["DEBIAN_FRONTEND=noninteractive", "apt-get", "-y", ...given]);
  await apt("update");
  const { code, said } = await apt("install", "--no-install-recommends", ...names);
  return code === 0 ? "" : said.trim();
}

/** Runs a command as root, without asking for a password. */
export function asRoot(command, given) {
  return isRoot() ? run(command, given) : run("sudo", ["-n", command, ...given]);
}

function isRoot() {
  return process.getuid?.() === 0;
}
