import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync } from "node:fs";
import { rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { makeSystem, system } from "./debian-system.js";
import { isReady, signIn } from "./demo-member.js";
import { root } from "./run.js";
import { say, since } from "./say.js";

const cache = join(root, ".cache/debian");
const port = 3917;
const settings = "etc/akiba/akiba.env";
const longestStop = 15_000;
const path = "/usr/sbin:/usr/bin:/sbin:/bin";

/**
 * Tests the whole life of a package in a separate Debian: installs it, starts the service's
 * command, signs a member in, upgrades to the newer one, removes and purges it. Throws at the first
 * failure; without root or mmdebstrap it only says so.
 */
export async function provePackage(file, newer) {
  const reason = whyNot();
  if (reason) return say(`Not proven: ${reason}`);
  makeSystem();
  const place = mkdtempSync(join(cache, "run-"));
  const debian = new Debian(place);
  try {
    debian.open();
    await follow(debian, file, newer);
  } finally {
    await debian.close();
  }
}

function whyNot() {
  if (process.getuid?.() !== 0) return "a chroot needs root";
  const has = (name) => spawnSync("which", [name]).status === 0;
  return has("mmdebstrap") || existsSync(system) ? null : "mmdebstrap is not installed";
}

async function follow(debian, file, newer) {
  const began = performance.now();
  debian.install(file);
  const atFirst = debian.read(settings);
  expect("the settings are for root and the portal", modeOf(debian, settings) === "640 akiba");
  expect("it is not started without settings", debian.run(["akiba", "doctor"]).code !== 0);
  const own = atFirst.replace(/^AKIBA_MODE=.*$/m, `AKIBA_MODE=demo\nPORT=${port}`);
  debian.write(settings, own);
  await debian.start();
  await signIn(port);
  say(`From an empty Debian to a member who is signed in: ${since(began)}`);
  const head = headOf(debian.must(["akiba", "audit"]));
  await debian.stop();

  debian.install(newer);
  expect("an upgrade keeps the operator's settings", debian.read(settings) === own);
  expect("and who may read them", modeOf(debian, settings) === "640 akiba");
  await debian.start();
  await signIn(port);
  debian.write("tmp/head.json", JSON.stringify(head));
  debian.must(["akiba", "audit", "/tmp/head.json"]);
  debian.must(["akiba", "reconcile"]);
  say("An upgrade keeps the settings, the members and the audit log");
  await debian.stop();

  debian.must(["dpkg", "--remove", "akiba"]);
  debian.must(["dpkg", "--purge", "akiba"]);
  expect("a purge deletes the programs", !debian.has("usr/lib/akiba"));
  expect("and the settings", !debian.has("etc/akiba"));
  expect("and keeps the books", debian.has("var/lib/akiba/postgres/cluster/PG_VERSION"));
  say("A purge deletes programs and settings, and keeps the books");
}

function expect(what, isSo) {
  if (!isSo) throw new Error(`Not so: ${what}.`);
}

function modeOf(debian, path) {
  return debian.must(["stat", "--format=%a %G", `/${path}`]).trim();
}

function headOf(said) {
  const [, seq] = /^(\d+) records/m.exec(said) ?? [];
  const [, hash] = /the newest is (?:\d+ )?([0-9a-f]{64})/.exec(said) ?? [];
  return { seq, hash };
}

/** A Debian in a folder, and the service of the package in it. */
class Debian {
  #service = null;
  #said = "";

  constructor(place) {
    this.place = place;
  }

  open() {
    execFileSync("tar", ["-xf", system, "-C", this.place]);
    execFileSync("mount", ["-t", "proc", "proc", join(this.place, "proc")]);
    mkdirSync(join(this.place, "dev/shm"), { recursive: true });
    execFileSync("mount", ["-t", "tmpfs", "tmpfs", join(this.place, "dev/shm")]);
  }

  async close() {
    await this.stop("SIGKILL");
    for (const name of ["dev/shm", "proc"]) spawnSync("umount", ["-l", join(this.place, name)]);
    rmSync(this.place, { recursive: true, force: true });
  }

  has(path) {
    return existsSync(join(this.place, path));
  }

  read(path) {
    return readFileSync(join(this.place, path), "utf8");
  }

  /** Writes into an existing file, whose owner and mode stay. */
  write(path, text) {
    writeFileSync(join(this.place, path), text);
  }

  install(file) {
    copyFileSync(file, join(this.place, "tmp", basename(file)));
    this.must(["dpkg", "--install", `/tmp/${basename(file)}`]);
  }

  run(command) {
    const env = { PATH: path, DEBIAN_FRONTEND: "noninteractive" };
    const { status, stdout, stderr } = spawnSync("chroot", [this.place, ...command], {
      env,
      encoding: "utf8",
    });
    return { code: status, said: `${stdout}${stderr}` };
  }

  must(command) {
    const { code, said } = this.run(command);
    if (code !== 0) throw new Error(`${command.join(" ")} failed: ${said}`);
    return said;
  }

  /** Starts what the unit starts, as its user and with its environment. */
  async start() {
    const unit = this.read("usr/lib/systemd/system/akiba.service");
    const valueOf = (name) => new RegExp(`^${name}=(.*)$`, "m").exec(unit)?.[1] ?? "";
    const inside = `cd ${valueOf("WorkingDirectory")}; umask ${valueOf("UMask")}; exec "$@"`;
    const user = valueOf("User");
    const as = ["setpriv", `--reuid=${user}`, `--regid=${user}`, "--init-groups"];
    const shell = ["env", valueOf("Environment"), "sh", "-c", inside, "sh"];
    const given = [this.place, ...as, ...shell, ...valueOf("ExecStart").split(" ")];
    this.#said = "";
    const child = spawn("chroot", given, { env: { PATH: path }, stdio: "pipe" });
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (part) => (this.#said += part));
    }
    this.#service = child;
    while (!(await isReady(port))) {
      if (child.exitCode !== null) throw new Error(`The portal ended: ${this.#said}`);
      await pause(200);
    }
  }

  /** Stops it as systemd does: one signal, to the portal alone. */
  async stop(signal = "SIGTERM") {
    const child = this.#service;
    this.#service = null;
    if (!child || child.exitCode !== null) return;
    const began = performance.now();
    const gone = once(child, "exit");
    child.kill(signal);
    const [code] = await gone;
    if (signal !== "SIGTERM") return;
    expect(`it stops in order (${code}: ${this.#said})`, code === 0);
    expect("it stops within 15 s", performance.now() - began < longestStop);
    expect("no database is left running", !existsSync(join(this.place, postmaster)));
  }
}

const postmaster = "var/lib/akiba/postgres/cluster/postmaster.pid";
