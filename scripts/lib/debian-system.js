import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, renameSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "./run.js";
import { say } from "./say.js";

const small = { name: "bookworm", packages: "adduser" };
const booting = { name: "bookworm-systemd", packages: "adduser,dbus,systemd-sysv" };

/** Returns the archive of an empty Debian 12, which mmdebstrap makes as root if there is none. */
export const smallSystem = () => makeSystem(small);
/** Returns that of one with systemd, which can be booted. */
export const bootingSystem = () => makeSystem(booting);

/** Whether the archive of a Debian, with systemd or without, has been made. */
export const isMade = (withSystemd) => existsSync(archiveOf(withSystemd ? booting : small));

const archiveOf = ({ name }) => join(root, `.cache/debian/${name}.tar`);

/** It is fetched once; later uses need no network. */
function makeSystem({ name, packages }) {
  const system = archiveOf({ name });
  if (existsSync(system)) return system;
  say("Making a Debian (the first time takes some minutes)");
  mkdirSync(dirname(system), { recursive: true });
  const draft = system.replace(".tar", `.${process.pid}.tar`);
  const given = ["--mode=root", "--variant=minbase", `--include=${packages}`, "bookworm"];
  execFileSync("mmdebstrap", [...given, draft], { stdio: "pipe" });
  renameSync(draft, system);
  return system;
}
