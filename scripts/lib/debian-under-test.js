import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync } from "node:fs";
import { rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { isReady } from "./demo-member.js";
import { bootingSystem, smallSystem, systemWithPodman } from "./debian-system.js";
import { say } from "./say.js";

const path = "/usr/sbin:/usr/bin:/sbin:/bin";
const longestStop = 15_000;
const longestBoot = 60_000;
const longestStart = 120_000;
const postmaster = "var/lib/akiba/postgres/cluster/postmaster.pid";

/** Throws unless something is so. */
export function expect(what, isSo) {
  if (!isSo) throw new Error(`Not so: ${what}.`);
}

/** A Debian in a folder, in which a package is installed and its service runs. */
class Debian {
  constructor(cache, port) {
    this.place = mkdtempSync(join(cache, "run-"));
    this.port = port;
  }

  has(file) {
    return existsSync(join(this.place, file));
  }

  read(file) {
    return readFileSync(join(this.place, file), "utf8");
  }

  /** Writes a file; the owner and the mode of an existing one stay. */
  write(file, text) {
    writeFileSync(join(this.place, file), text);
  }

  install(file) {
    copyFileSync(file, join(this.place, "var/tmp", basename(file)));
    this.must(["dpkg", "--install", `/var/tmp/${basename(file)}`]);
  }

  must(command) {
    const { code, said } = this.run(command);
    if (code !== 0) throw new Error(`${command.join(" ")} failed: ${said}`);
    return said;
  }

  /** Runs a program in the Debian, through one of this machine that enters it. */
  runThrough(program, given) {
    const env = { PATH: path, DEBIAN_FRONTEND: "noninteractive" };
    const { status, stdout, stderr } = spawnSync(program, given, { env, encoding: "utf8" });
    return { code: status, said: `${stdout}${stderr}` };
  }

  expectStopped(began) {
    expect("it stops within 15 s", performance.now() - began < longestStop);
    expect("no database is left running", !this.has(postmaster));
  }
}

/** A Debian without an init: the command of the service is started as its unit says. */
export class ChrootedDebian extends Debian {
  #service = null;
  #said = "";

  async open() {
    execFileSync("tar", ["-xf", smallSystem(), "-C", this.place]);
    execFileSync("mount", ["-t", "proc", "proc", join(this.place, "proc")]);
    mkdirSync(join(this.place, "dev/shm"), { recursive: true });
    execFileSync("mount", ["-t", "tmpfs", "tmpfs", join(this.place, "dev/shm")]);
  }

  async close() {
    await this.#end("SIGKILL");
    for (const name of ["dev/shm", "proc"]) spawnSync("umount", ["-l", join(this.place, name)]);
    rmSync(this.place, { recursive: true, force: true });
  }

  run(command) {
    return this.runThrough("chroot", [this.place, ...command]);
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
    while (!(await isReady(this.port))) {
      if (child.exitCode !== null) throw new Error(`The portal ended: ${this.#said}`);
      await pause(200);
    }
  }

  /** Stops it as systemd does: one signal, to the portal alone. */
  async stop() {
    const began = performance.now();
    const code = await this.#end("SIGTERM");
    expect(`it stops in order (${code}: ${this.#said})`, code === 0);
    this.expectStopped(began);
  }

  async upgrade(file) {
    await this.stop();
    this.install(file);
    await this.start();
  }

  async #end(signal) {
    const child = this.#service;
    this.#service = null;
    if (!child || child.exitCode !== null) return null;
    const gone = once(child, "exit");
    child.kill(signal);
    const [code] = await gone;
    return code;
  }
}

/** A Debian that systemd-nspawn boots, as it is in an archive. */
class BootedSystem extends Debian {
  #container = null;
  #init = "";

  /** Options and environment of systemd-nspawn, and further spaces of the Debian to enter. */
  async boot(archive, { options = [], env = {}, spaces = [] } = {}) {
    execFileSync("tar", ["-xf", archive, "-C", this.place]);
    this.spaces = ["--mount", "--uts", "--ipc", "--pid", "--cgroup", ...spaces];
    const given = ["--register=no", "--keep-unit", "--console=pipe", "--boot", ...options];
    const container = ["--directory", this.place, "--machine", basename(this.place)];
    this.#container = spawn("systemd-nspawn", [...container, ...given], {
      stdio: "ignore",
      env: { ...process.env, ...env },
    });
    const began = performance.now();
    while (!this.#isBooted()) {
      if (this.#container.exitCode !== null) throw new Error("The Debian did not boot.");
      if (performance.now() - began > longestBoot)
        throw new Error("The Debian boots for too long.");
      await pause(200);
    }
  }

  #isBooted() {
    const { pid } = this.#container;
    this.#init = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim();
    return /^\d+$/.test(this.#init) && this.run(["systemctl", "is-system-running"]).code === 0;
  }

  async close() {
    const container = this.#container;
    if (container !== null && container.exitCode === null) {
      const gone = once(container, "exit");
      this.run(["systemctl", "--force", "--force", "poweroff"]);
      await Promise.race([gone, pause(longestStop)]);
      container.kill("SIGKILL");
    }
    rmSync(this.place, { recursive: true, force: true });
  }

  run(command) {
    const init = `--target=${this.#init}`;
    const given = [init, ...this.spaces, "--root", "--wd=/", ...command];
    return this.runThrough("nsenter", given);
  }
}

/** A Debian with Podman and Compose, and a network of its own. */
export class DebianWithPodman extends BootedSystem {
  async open() {
    await this.boot(systemWithPodman(), {
      options: ["--private-network"],
      // Podman sets limits of the network, and asks for calls that are usually filtered.
      env: { SYSTEMD_NSPAWN_API_VFS_WRITABLE: "yes", SYSTEMD_SECCOMP: "0" },
      spaces: ["--net"],
    });
  }
}

/** A Debian in which systemd runs the service, in its sandbox. */
export class BootedDebian extends BootedSystem {
  async open() {
    await this.boot(bootingSystem());
  }

  async start() {
    this.must(["systemctl", "start", "akiba"]);
    await this.#untilReady();
  }

  async stop() {
    const began = performance.now();
    this.must(["systemctl", "stop", "akiba"]);
    expect("it stops in order", this.#stateOf("Result") === "success");
    this.expectStopped(began);
  }

  /** The package stops the service that runs, and starts it again. */
  async upgrade(file) {
    this.install(file);
    await this.#untilReady();
  }

  /** Kills the portal, which systemd then starts again. */
  async crash() {
    this.must(["systemctl", "kill", "--kill-whom=main", "--signal=KILL", "akiba"]);
    const began = performance.now();
    while (this.#stateOf("NRestarts") !== "1") {
      expect("a killed portal is started again", performance.now() - began < longestStart);
      await pause(200);
    }
    await this.#untilReady();
    say("systemd starts a portal that was killed again");
  }

  #stateOf(property) {
    return this.must(["systemctl", "show", "--value", `--property=${property}`, "akiba"]).trim();
  }

  async #untilReady() {
    const began = performance.now();
    while (!(await isReady(this.port))) {
      const isLate = performance.now() - began > longestStart;
      if (isLate || this.#stateOf("ActiveState") === "failed") {
        throw new Error(
          `The service is not ready: ${this.run(["journalctl", "--unit=akiba"]).said}`,
        );
      }
      await pause(200);
    }
  }
}
