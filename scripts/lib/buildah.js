import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { root } from "./run.js";

const images = join(root, ".cache/images");
const storage = ["--root", images, "--runroot", `${images}-run`, "--storage-driver", "vfs"];

/** Runs buildah as root, on images that are kept in `.cache`, and returns what it wrote. */
export function buildah(...given) {
  const { status, stdout, stderr } = spawnSync("buildah", [...storage, ...given], {
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`buildah ${given[0]} failed: ${stderr}`);
  return stdout.trim();
}

/** Makes an image of the archive of a system, to which a function adds files and settings. */
export function makeImage(name, system, add) {
  const container = buildah("from", "scratch");
  buildah("add", "--quiet", container, system, "/");
  add(container);
  buildah("commit", "--quiet", "--rm", container, name);
}
