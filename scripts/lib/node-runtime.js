import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { root, run, runNpm } from "./run.js";
import { say } from "./say.js";

/** The release of Node that packages bring along. */
export const NODE_VERSION = "24.21.0";

// The SHA-512 of the archives, so that no other bytes get into a package.
const archives = {
  x64:
    "de750bb336795f47dc898a46d2de93add029273027f3e16520d3fa3a2317ed5f" +
    "07aefa404cf37ddfa5352e545e389ae22d16b87bcc84a900580a72f23cd02ced",
  arm64:
    "1692513c4cf63afbd32df8c83a5346158f492cf30a825e66f9de2819804b836e" +
    "242759a6bcdd5997f1cf2601781c3689e752127afd65d5c459fc333e91e5d6e6",
};

/**
 * Returns the folder of Node's own release for this kind of machine, with `bin/node` and `LICENSE`.
 * It is downloaded from the package registry once and kept in `.cache/node-runtime`.
 */
export async function nodeRuntime() {
  const wanted = archives[process.arch];
  if (process.platform !== "linux" || !wanted) {
    throw new Error(`Packages are built on Linux for x64 and arm64, not on ${process.arch}.`);
  }
  const name = `node-linux-${process.arch}-${NODE_VERSION}`;
  const cache = join(root, ".cache/node-runtime");
  const folder = join(cache, name);
  if (existsSync(folder)) return folder;
  mkdirSync(cache, { recursive: true });
  say(`Downloading Node ${NODE_VERSION}`);
  const named = `node-linux-${process.arch}@${NODE_VERSION}`;
  await must(runNpm(["pack", named, "--pack-destination", cache]));
  const archive = join(cache, `${name}.tgz`);
  const digest = createHash("sha512").update(readFileSync(archive)).digest("hex");
  if (digest !== wanted) throw new Error(`${archive} is not the release we named.`);
  const draft = join(cache, `draft-${process.pid}`);
  mkdirSync(draft);
  const files = ["package/bin/node", "package/LICENSE"];
  await must(run("tar", ["-xzf", archive, "-C", draft, "--strip-components=1", ...files]));
  rmSync(archive);
  renameSync(draft, folder);
  return folder;
}

async function must(running) {
  const { code, said } = await running;
  if (code !== 0) throw new Error(said.trim());
}
