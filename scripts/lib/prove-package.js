import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { isMade } from "./debian-system.js";
import { BootedDebian, ChrootedDebian, expect } from "./debian-under-test.js";
import { signIn } from "./demo-member.js";
import { root } from "./run.js";
import { say, since } from "./say.js";

const cache = join(root, ".cache/debian");
const port = 3917;
const settings = "etc/akiba/akiba.env";

/**
 * Tests the whole life of a package in a separate Debian: installs it, starts the service, signs a
 * member in, upgrades to the newer one, removes and purges it. With systemd-nspawn the Debian is
 * booted, so that systemd runs the service. Throws at the first failure; without root or mmdebstrap
 * it only says so.
 */
export async function provePackage(file, newer) {
  const isBooted = has("systemd-nspawn");
  const reason = whyNot(isBooted);
  if (reason) return say(`Not proven: ${reason}`);
  mkdirSync(cache, { recursive: true });
  say(isBooted ? "In a Debian that is booted" : "In a chroot, as systemd-nspawn is not installed");
  const debian = new (isBooted ? BootedDebian : ChrootedDebian)(cache, port);
  try {
    await debian.open();
    await follow(debian, file, newer);
  } finally {
    await debian.close();
  }
}

function whyNot(isBooted) {
  if (process.getuid?.() !== 0) return "a Debian of its own needs root";
  return has("mmdebstrap") || isMade(isBooted) ? null : "mmdebstrap is not installed";
}

const has = (name) => spawnSync("which", [name]).status === 0;

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
  await debian.crash?.();
  const head = headOf(debian.must(["akiba", "audit"]));
  debian.must(["akiba", "backup", "--to", "/var/backups/akiba"]);

  await debian.upgrade(newer);
  expect("an upgrade keeps the operator's settings", debian.read(settings) === own);
  expect("and who may read them", modeOf(debian, settings) === "640 akiba");
  await signIn(port);
  debian.write("var/tmp/head.json", JSON.stringify(head));
  debian.must(["akiba", "audit", "/var/tmp/head.json"]);
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

function modeOf(debian, path) {
  return debian.must(["stat", "--format=%a %G", `/${path}`]).trim();
}

function headOf(said) {
  const [, seq] = /^(\d+) records/m.exec(said) ?? [];
  const [, hash] = /the newest is (?:\d+ )?([0-9a-f]{64})/.exec(said) ?? [];
  return { seq, hash };
}
