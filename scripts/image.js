import "./lib/node-version.js";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync } from "node:fs";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildah, makeImage } from "./lib/buildah.js";
import { smallSystem } from "./lib/debian-system.js";
import { nodeRuntime } from "./lib/node-runtime.js";
import { prepare } from "./lib/prepare.js";
import { layProduct } from "./lib/product-tree.js";
import { proveImage } from "./lib/prove-image.js";
import { root } from "./lib/run.js";
import { giveUp, say, since } from "./lib/say.js";

// Builds the last stage of ops/container/Containerfile with buildah on a Debian of mmdebstrap,
// where no image registry can be reached; --prove runs it as the compose files say, in a Debian 13
// with its own Podman. As root.
await prepare();
try {
  const began = performance.now();
  await makeBase();
  makeProduct();
  say(`Built localhost/akiba in ${since(began)}`);
  if (process.argv.includes("--prove")) await proveImage();
} catch (error) {
  giveUp(error.message);
}

async function makeBase() {
  const node = join(await nodeRuntime(), "bin/node");
  makeImage("localhost/akiba-base", smallSystem(), (container) => {
    buildah("copy", "--quiet", "--chmod", "755", container, node, "/usr/local/bin/node");
  });
}

function makeProduct() {
  const context = mkdtempSync(join(root, ".cache/image-"));
  try {
    layProduct(join(context, "product"));
    mkdirSync(join(context, "ops/container"), { recursive: true });
    for (const name of ["akiba", "akiba-ready"]) {
      copyFileSync(join(root, "ops/container", name), join(context, "ops/container", name));
    }
    writeFileSync(join(context, "Containerfile"), lastStage());
    const kind = ["--isolation", "chroot", "--format", "docker", "--quiet"];
    const from = ["-f", join(context, "Containerfile"), context];
    buildah("build", ...kind, "-t", "localhost/akiba", ...from);
  } finally {
    rmSync(context, { recursive: true, force: true });
  }
}

/** The stage that makes the image, with the product from this clone and the base made here. */
function lastStage() {
  const path = join(root, "ops/container/Containerfile");
  const [, , last = ""] = readFileSync(path, "utf8").split(/^FROM .*$/m);
  return `FROM localhost/akiba-base\n${last.replace("--from=product /product", "product")}`;
}
