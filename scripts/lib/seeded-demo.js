import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { alone } from "./alone.js";
import { root } from "./run.js";
import { runServer } from "./run-server.js";
import { scratchFolder } from "./scratch-folder.js";

const shelf = join(root, ".cache", "demo");

/**
 * Makes a new folder, in `parent`, that holds the demo's data as of today. The first start of a
 * build seeds it, which takes seconds; later ones copy that folder.
 */
export async function makeDemoFolder(parent = tmpdir()) {
  const kept = await keptDemo();
  const folder = makeFolder(parent);
  copyInto(folder, kept);
  return folder;
}

/** Returns the folder with the seeded data of this build and day, seeding it if there is none. */
export async function keptDemo() {
  const kept = join(shelf, fingerprint());
  if (existsSync(kept)) return kept;
  return alone(() => seed(kept));
}

/** Seeds it unless another command has done so in the meantime. */
async function seed(kept) {
  if (existsSync(kept)) return kept;
  const folder = makeFolder(scratchFolder());
  const server = await runServer(folder, {});
  await server.stop();
  const copied = mkdtempSync(join(makeShelf(kept), "new-"));
  copyInto(copied, folder);
  rmSync(folder, { recursive: true, force: true });
  renameSync(copied, kept);
  return kept;
}

function makeFolder(parent) {
  const folder = mkdtempSync(join(parent, "akiba-demo-"));
  // When root starts it, PostgreSQL is another user and must be able to enter.
  chmodSync(folder, 0o711);
  return folder;
}

/** Removes the folders of earlier builds. */
function makeShelf(kept) {
  mkdirSync(shelf, { recursive: true });
  for (const name of readdirSync(shelf)) {
    const path = join(shelf, name);
    if (path !== kept && !name.startsWith("new-")) rmSync(path, { recursive: true, force: true });
  }
  return shelf;
}

/** The sources of the data: the server, its migrations, and the day they are seeded on. */
function fingerprint() {
  const hash = createHash("sha256");
  hash.update(new Intl.DateTimeFormat("en-CA", { timeZone: "Africa/Nairobi" }).format());
  for (const folder of ["dist/server", "migrations"]) {
    for (const name of readdirSync(join(root, folder)).toSorted()) {
      if (!name.endsWith(".map")) hash.update(name).update(readFileSync(join(root, folder, name)));
    }
  }
  return hash.digest("hex").slice(0, 16);
}

/** Copies with owners and modes, which PostgreSQL checks; Node's own copying keeps neither. */
function copyInto(folder, from) {
  execFileSync("cp", ["-a", `${from}/.`, folder]);
}
