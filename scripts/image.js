import "./lib/node-version.js";
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync } from "node:fs";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { smallSystem } from "./lib/debian-system.js";
import { isReady, signIn } from "./lib/demo-member.js";
import { nodeRuntime } from "./lib/node-runtime.js";
import { prepare } from "./lib/prepare.js";
import { layProduct } from "./lib/product-tree.js";
import { root } from "./lib/run.js";
import { giveUp, say, since } from "./lib/say.js";

// Builds the last stage of ops/container/Containerfile with buildah on a Debian of mmdebstrap,
// where no image registry can be reached; --prove runs it with podman. As root.
const cache = join(root, ".cache");
const storage = ["--root", join(cache, "images"), "--runroot", join(cache, "images-run")];
const vfs = ["--storage-driver", "vfs"];
const port = 3918;

/** The restrictions of ops/container/compose.yml. */
const asComposeDoes = [
  "--init",
  "--read-only",
  "--tmpfs=/tmp",
  "--cap-drop=ALL",
  "--security-opt=no-new-privileges",
];
/** Limits that any machine allows, and nothing that only a running systemd gives. */
const withoutSystemd = [
  "--network=host",
  "--cgroups=disabled",
  "--runtime=crun",
  "--health-interval=disable",
  "--ulimit=nofile=4096:4096",
  "--ulimit=nproc=4096:4096",
];

await prepare();
try {
  const began = performance.now();
  await makeBase(smallSystem());
  makeImage();
  say(`Built localhost/akiba in ${since(began)}`);
  if (process.argv.includes("--prove")) await prove();
} catch (error) {
  giveUp(error.message);
}

function buildah(...given) {
  return run("buildah", given);
}

function podman(...given) {
  return run("podman", given);
}

function run(program, given) {
  const { status, stdout, stderr } = spawnSync(program, [...storage, ...vfs, ...given], {
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`${program} ${given[0]} failed: ${stderr}`);
  return stdout.trim();
}

async function makeBase(system) {
  const container = buildah("from", "scratch");
  buildah("add", "--quiet", container, system, "/");
  const node = join(await nodeRuntime(), "bin/node");
  buildah("copy", "--quiet", "--chmod", "755", container, node, "/usr/local/bin/node");
  buildah("commit", "--quiet", "--rm", container, "localhost/akiba-base");
}

function makeImage() {
  const context = mkdtempSync(join(cache, "image-"));
  try {
    layProduct(join(context, "product"));
    mkdirSync(join(context, "ops/container"), { recursive: true });
    copyFileSync(join(root, "ops/container/akiba"), join(context, "ops/container/akiba"));
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

/**
 * Starts a demo from the image as the compose files do, with a root file system that cannot be
 * written to, signs a member in and stops it.
 */
async function prove() {
  const began = performance.now();
  const settings = ["AKIBA_MODE=demo", `PORT=${port}`, "HOST=127.0.0.1"];
  const env = settings.map((each) => `--env=${each}`);
  const how = [...asComposeDoes, ...withoutSystemd, ...env];
  const container = podman("run", "--detach", ...how, "localhost/akiba");
  try {
    while (!(await isReady(port))) {
      if (stateOf(container, "Running") !== "true") throw new Error(podman("logs", container));
      await pause(200);
    }
    await signIn(port);
    say(`From the image to a member who is signed in: ${since(began)}`);
    podman("healthcheck", "run", container);
    if (mayWrite(container, "/usr/lib/akiba/x")) throw new Error("The image can be written to.");
    const stopping = performance.now();
    podman("stop", "--time=15", container);
    const code = stateOf(container, "ExitCode");
    if (code !== "0") throw new Error(`It did not stop in order (${code}).`);
    say(`Stopped in ${since(stopping)}`);
  } finally {
    podman("rm", "--force", "--volumes", container);
  }
}

function stateOf(container, name) {
  return podman("inspect", "--format", `{{.State.${name}}}`, container);
}

function mayWrite(container, file) {
  const given = ["exec", container, "touch", file];
  return spawnSync("podman", [...storage, ...vfs, ...given]).status === 0;
}
