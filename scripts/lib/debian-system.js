import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, renameSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "./run.js";
import { say } from "./say.js";

/** Debian 12 and 13 with some packages, by the name of their archive. */
const systems = {
  bookworm: ["bookworm", "adduser"],
  "bookworm-systemd": ["bookworm", "adduser,dbus,systemd-sysv"],
  "trixie-postgres": ["trixie", "postgresql-17"],
  "trixie-caddy": ["trixie", "caddy,ca-certificates"],
  "trixie-podman": [
    "trixie",
    "aardvark-dns,ca-certificates,catatonit,crun,curl,dbus,docker-compose,iptables,netavark," +
      "nftables,podman,systemd-sysv,uidmap",
  ],
};

/** Returns the archive of an empty Debian 12, which mmdebstrap makes as root if there is none. */
export const smallSystem = () => makeSystem("bookworm");
/** Returns that of one with systemd, which can be booted. */
export const bootingSystem = () => makeSystem("bookworm-systemd");
/** Returns that of a Debian 13 with PostgreSQL 17. */
export const systemWithPostgres = () => makeSystem("trixie-postgres");
/** Returns that of a Debian 13 with Caddy. */
export const systemWithCaddy = () => makeSystem("trixie-caddy");
/** Returns that of a Debian 13 with Podman and Compose, which can be booted. */
export const systemWithPodman = () => makeSystem("trixie-podman");

/** Whether the archive of a Debian 12, with systemd or without, has been made. */
export const isMade = (withSystemd) =>
  existsSync(archiveOf(withSystemd ? "bookworm-systemd" : "bookworm"));

const archiveOf = (name) => join(root, `.cache/debian/${name}.tar`);

/** It is fetched once; later uses need no network. */
function makeSystem(name) {
  const system = archiveOf(name);
  if (existsSync(system)) return system;
  say(`Making a Debian, ${name} (the first time takes some minutes)`);
  mkdirSync(dirname(system), { recursive: true });
  const draft = system.replace(".tar", `.${process.pid}.tar`);
  const [suite, packages] = systems[name];
  const given = ["--mode=root", "--variant=minbase", `--include=${packages}`, suite];
  execFileSync("mmdebstrap", [...given, draft], { stdio: "pipe" });
  renameSync(draft, system);
  return system;
}
