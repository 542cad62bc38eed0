import "./lib/node-version.js";
import { spawn, spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } from "node:fs";
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
// where no image registry can be reached; --prove runs it. As root.
const cache = join(root, ".cache");
const storage = ["--root", join(cache, "images"), "--runroot", join(cache, "images-run")];
const port = 3918;

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
  const all = [...storage, "--storage-driver", "vfs", ...given];
  const { status, stdout, stderr } = spawnSync("buildah", all, { encoding: "utf8" });
  if (status !== 0) throw new Error(`buildah ${given[0]} failed: ${stderr}`);
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
    buildah(
      "build",
      ...kind,
      "-t",
      "localhost/akiba",
      "-f",
      join(context, "Containerfile"),
      context,
    );
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

/** Starts a demo from the image, signs a member in and stops it. */
async function prove() {
  const container = buildah("from", "localhost/akiba");
  try {
    const began = performance.now();
    const env = ["AKIBA_MODE=demo", `PORT=${port}`, "HOST=127.0.0.1"].flatMap((each) => [
      "--env",
      each,
    ]);
    const command = buildah("inspect", "--format", "{{.OCIv1.Config.Cmd}}", container);
    const given = [
      "run",
      "--isolation",
      "chroot",
      ...env,
      container,
      "--",
      ...command.slice(1, -1).split(" "),
    ];
    const child = spawn("buildah", [...storage, "--storage-driver", "vfs", ...given], {
      stdio: ["ignore", "ignore", "inherit"],
    });
    const ended = new Promise((settle) => child.once("exit", settle));
    while (!(await isReady(port))) {
      if (child.exitCode !== null) throw new Error("The image did not start.");
      await pause(200);
    }
    await signIn(port);
    say(`From the image to a member who is signed in: ${since(began)}`);
    const stopping = performance.now();
    process.kill(portalProcess(), "SIGTERM");
    const code = await ended;
    if (code !== 0) throw new Error(`It did not stop in order (${code}).`);
    say(`Stopped in ${since(stopping)}`);
  } finally {
    const left = portalProcess();
    if (left !== undefined) process.kill(left, "SIGKILL");
    buildah("rm", container);
  }
}

/** The process of the portal: buildah does not pass a signal on. */
function portalProcess() {
  const isPortal = (pid) => {
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
      const env = readFileSync(`/proc/${pid}/environ`, "utf8").split("\0");
      return command[0]?.endsWith("/node") && env.includes(`PORT=${port}`);
    } catch {
      return false;
    }
  };
  return readdirSync("/proc").map(Number).find(isPortal);
}
