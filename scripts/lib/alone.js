import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { root } from "./run.js";
import { say } from "./say.js";

const lock = join(root, ".cache", "preparing");

/** How much of this command's work is under way that others must wait for. */
let works = 0;

/** Runs work that two commands in one clone must not do at the same time. */
export async function alone(work) {
  if (works === 0) await takeLock();
  works += 1;
  process.on("exit", dropLock);
  try {
    return await work();
  } finally {
    process.off("exit", dropLock);
    works -= 1;
    if (works === 0) dropLock();
  }
}

async function takeLock() {
  makeCache(join(root, ".cache"));
  const draft = `${lock}.${process.pid}`;
  writeFileSync(draft, String(process.pid));
  for (let told = false; !link(draft);) {
    const holder = readHolder();
    if (holder === null || !isAlive(holder)) {
      // A command that was killed while preparing left it behind.
      rmSync(lock, { force: true });
      continue;
    }
    if (!told) say(`Waiting for process ${holder}, which is installing or building here`);
    told = true;
    await pause(200);
  }
  rmSync(draft);
}

// Node's recursive form reports a read-only disk as a missing folder.
function makeCache(folder) {
  if (existsSync(folder)) return;
  try {
    mkdirSync(folder);
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
  }
}

function link(draft) {
  try {
    linkSync(draft, lock);
    return true;
  } catch (error) {
    if (error.code === "EEXIST") return false;
    throw error;
  }
}

function dropLock() {
  if (readHolder() === process.pid) rmSync(lock, { force: true });
}

function readHolder() {
  try {
    return Number(readFileSync(lock, "utf8"));
  } catch {
    return null;
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}
