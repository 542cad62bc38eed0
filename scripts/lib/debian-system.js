import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, renameSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "./run.js";
import { say } from "./say.js";

/** The archive of an empty Debian 12. */
export const system = join(root, ".cache/debian/bookworm.tar");

/** Makes the archive with mmdebstrap, as root. It is fetched once; later uses need no network. */
export function makeSystem() {
  if (existsSync(system)) return;
  say("Making a Debian (the first time takes some minutes)");
  mkdirSync(dirname(system), { recursive: true });
  const draft = system.replace(".tar", `.${process.pid}.tar`);
  const given = ["--mode=root", "--variant=minbase", "--include=adduser", "bookworm"];
  execFileSync("mmdebstrap", [...given, draft], { stdio: "pipe" });
  renameSync(draft, system);
}
