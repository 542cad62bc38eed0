import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { randomBytes } from "node:crypto";
import { chownSync, closeSync, existsSync, fstatSync, mkdirSync, openSync } from "node:fs";
import { readdirSync, readFileSync, readlinkSync, realpathSync, renameSync } from "node:fs";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Client } from "pg";
import { searchPath } from "./config.ts";
import { settlePlace } from "./embedded-postgres-place.ts";
import type { Place } from "./embedded-postgres-place.ts";

/** The database to start. */
export interface EmbeddedPostgresOptions {
  dataDir: string;
  /** False trades durability for speed; for tests only. */
  fsync?: boolean;
  /** Called each second while the database is down and cannot be started again. */
  onDown?: (error: Error) => void;
}

/** How a client of `pg` reaches the embedded database as its owner. */
export interface EmbeddedConnection {
  host: string;
  port: number;
  user: string;
  database: string;
}

/** A hold on the embedded database, shared with every other process that holds it. */
export interface EmbeddedPostgres {
  connection: EmbeddedConnection;
  /** The folder of its data. */
  cluster: string;
  /** The postmaster's current process id; it changes when the database is started again. */
  readonly pid: number;
  /** Releases it; the last holder stops the database and waits until its process has ended. */
  stop(): Promise<void>;
}

interface Postmaster {
  pid: number;
  ready: boolean;
}

interface Hold {
  client: Client;
  postmaster: Postmaster;
}

const port = 5432;
const owner = "akiba_owner";
const database = "akiba";
const startWithin = 60_000;
const stopWithin = 30_000;

// Every process that uses the database holds this lock in shared mode; a process that gets it
// exclusively is the last one. The kernel releases it for a killed process, so it cannot become
// stale.
const holdersLock = "select pg_advisory_lock_shared(7274482)";
const leaveHolders = "select pg_advisory_unlock_shared(7274482)";
const tryAlone = "select pg_try_advisory_lock(7274482) as alone";

/**
 * Starts the PostgreSQL of a data folder, or attaches to it when it already runs, and keeps it
 * running until `stop`; throws an Error with the end of its log when it cannot be started.
 */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const place = settlePlace(options.dataDir);
  const fsync = options.fsync ?? true;
  let hold = await takeHold(place, fsync);
  await createDatabase(hold.client);
  const phase = { stopping: false };
  let mending: Promise<void> | null = null;

  // If the database is killed, this process starts it again without the operator.
  const watch = (): void => {
    hold.client.once("end", () => {
      if (!phase.stopping) mending = mend();
    });
  };
  const mend = async (): Promise<void> => {
    while (!phase.stopping) {
      try {
        hold = await takeHold(place, fsync);
        watch();
        return;
      } catch (error) {
        const { message } = error as Error;
        options.onDown?.(new Error(`The embedded database is down: ${message}`, { cause: error }));
        await pause(1000);
      }
    }
  };
  watch();

  return {
    connection: { host: place.socketDir, port, user: owner, database },
    cluster: place.cluster,
    get pid() {
      return hold.postmaster.pid;
    },
    async stop() {
      if (phase.stopping) return;
      phase.stopping = true;
      await mending;
      await letGo(place, hold.client);
    },
  };
}

async function takeHold(place: Place, fsync: boolean): Promise<Hold> {
  const deadline = Date.now() + startWithin;
  while (Date.now() < deadline) {
    const postmaster = runningPostmaster(place);
    if (!postmaster) {
      if (!existsSync(place.cluster)) await createCluster(place, fsync);
      await launch(place, fsync);
    } else if (postmaster.ready) {
      const client = await enrol(place);
      if (client) return { client, postmaster };
    }
    await pause(20);
  }
  throw new Error(`PostgreSQL did not become ready in 60 s. Its log is ${place.log}.`);
}

/** Null if the database was shutting down or not yet up. */
async function enrol(place: Place): Promise<Client | null> {
  const client = new Client({
    host: place.socketDir,
    port,
    user: owner,
    // Not in the product's database, which tests copy and drop while this stays connected.
    database: "postgres",
    application_name: "akiba hold",
  });
  client.on("error", () => {});
  try {
    await client.connect();
    await client.query(holdersLock);
    // The last process keeps its lock until the shutdown cuts the connection, which is expected
    // here.
    if (runningPostmaster(place)?.ready) return client;
  } catch {
    // It was not yet up, or shutting down.
  }
  await client.end().catch(() => {});
  return null;
}

async function createDatabase(client: Client): Promise<void> {
  const found = await client.query("select from pg_database where datname = $1", [database]);
  if (found.rowCount) return;
  try {
    await client.query(`create database ${database}`);
  } catch (error) {
    const code = (error as { code?: string }).code;
    // Another process of the same first start was faster.
    if (code !== "42P04" && code !== "23505") throw error;
  }
}

async function letGo(place: Place, held: Client): Promise<void> {
  let client: Client | null = held;
  const deadline = Date.now() + stopWithin;
  while (Date.now() < deadline) {
    const postmaster = runningPostmaster(place);
    if (!postmaster) return;
    // Our connection may have been cut while the database kept running: then try again on another.
    client ??= postmaster.ready ? await enrol(place) : null;
    if (client) {
      const outcome = await leave(client, postmaster);
      if (outcome === "others remain") return;
      if (outcome === "stopped") return await gone(postmaster.pid, place);
      client = null;
    }
    await pause(20);
  }
}

async function leave(
  client: Client,
  postmaster: Postmaster,
): Promise<"others remain" | "stopped" | "cut"> {
  try {
    await client.query(leaveHolders);
    const { rows } = await client.query<{ alone: boolean }>(tryAlone);
    if (rows[0]?.alone) {
      // A process that requests the lock from here on waits, loses the connection and starts the
      // database again. So we do not close our connection: that would admit it before the shutdown
      // has begun.
      process.kill(postmaster.pid, "SIGINT");
      return "stopped";
    }
    await client.end();
    return "others remain";
  } catch {
    await client.end().catch(() => {});
    return "cut";
  }
}

async function gone(pid: number, place: Place): Promise<void> {
  const deadline = Date.now() + stopWithin;
  while (isPostmaster(pid, place)) {
    if (Date.now() > deadline) throw new Error(`PostgreSQL (process ${pid}) did not stop.`);
    await pause(10);
  }
}

const newCluster = ["--encoding=UTF8", "--locale=C", "--auth=trust"];

// Named after this process, so that leftovers of a killed process can be recognised and removed.
async function createCluster(place: Place, fsync: boolean): Promise<void> {
  removeCutClusters(place);
  const draft = join(place.home, `cluster.new-${process.pid}-${randomBytes(4).toString("hex")}`);
  mkdirSync(draft, { mode: 0o700 });
  if (place.identity) chownSync(draft, place.identity.uid, place.identity.gid);
  const { cwd, path } = standIn(place, draft);
  const child = spawn(
    join(place.bin, "initdb"),
    ["-D", path, "-U", owner, ...newCluster, ...(fsync ? [] : ["--no-sync"])],
    { ...place.identity, cwd, env: cleanEnvironment(), stdio: ["ignore", "pipe", "pipe"] },
  );
  let output = "";
  child.stdout.on("data", (text) => (output += text));
  child.stderr.on("data", (text) => (output += text));
  const [code] = await once(child, "close");
  if (code !== 0) {
    rmSync(draft, { recursive: true, force: true });
    throw new Error(`PostgreSQL could not create a database in ${place.home}:\n${output.trim()}`);
  }
  try {
    renameSync(draft, place.cluster);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    // Another process was faster: its cluster is used.
    if (!existsSync(place.cluster)) throw error;
  }
}

/**
 * The way to start a program of PostgreSQL and its name for the folder. Its user cannot reach a
 * closed folder by path, but stays in one that root entered before changing the user.
 */
function standIn(place: Place, folder: string): { cwd: string; path: string } {
  return place.isClosed ? { cwd: folder, path: "/proc/self/cwd" } : { cwd: "/", path: folder };
}

function removeCutClusters(place: Place): void {
  for (const name of readdirSync(place.home)) {
    const pid = Number(/^cluster\.new-(\d+)-/.exec(name)?.[1] ?? 0);
    if (pid > 0 && !isAlive(pid)) rmSync(join(place.home, name), { recursive: true, force: true });
  }
}

async function launch(place: Place, fsync: boolean): Promise<void> {
  disownRecycledPid(place);
  const log = openSync(place.log, "a", 0o600);
  const before = fstatSync(log).size;
  const { cwd, path } = standIn(place, place.cluster);
  const child = spawn(join(place.bin, "postgres"), ["-D", path, ...settings(place, fsync)], {
    ...place.identity,
    cwd,
    env: cleanEnvironment(),
    // Its own session: Ctrl-C in the terminal is for us, and we stop it when we are done.
    detached: true,
    stdio: ["ignore", log, log],
  });
  closeSync(log);
  const ended = new Promise<Error | "exit">((resolve) => {
    child.once("error", resolve);
    child.once("exit", () => resolve("exit"));
  });
  child.unref();
  const deadline = Date.now() + startWithin;
  while (Date.now() < deadline) {
    const end = await Promise.race([ended, pause(10, null)]);
    if (end instanceof Error) throw end;
    if (end === null) {
      if (runningPostmaster(place)?.ready) return;
      continue;
    }
    const reason = readFileSync(place.log).subarray(before).toString();
    // Another process started it first, or the workers of the last one have not quite gone.
    if (/lock file .* already exists|shared memory block .* is still in use/.test(reason)) return;
    throw new Error(`PostgreSQL did not start:\n${reason.trim()}`);
  }
}

/** A cluster that need not survive a crash writes as little as PostgreSQL allows. */
const withoutRecovery = {
  wal_level: "minimal",
  max_wal_senders: "0",
  max_wal_size: "4GB",
  checkpoint_timeout: "1h",
};

function settings(place: Place, fsync: boolean): string[] {
  const inCluster = place.isClosed && place.socketDir === place.cluster;
  const values: Record<string, string> = {
    listen_addresses: "",
    unix_socket_directories: inCluster ? "." : place.socketDir.replaceAll(",", "\\,"),
    port: String(port),
    max_connections: "100",
    shared_buffers: "128MB",
    timezone: "UTC",
    log_timezone: "UTC",
    log_min_messages: "warning",
    fsync: fsync ? "on" : "off",
    synchronous_commit: fsync ? "on" : "off",
    full_page_writes: fsync ? "on" : "off",
    ...(fsync ? {} : withoutRecovery),
  };
  return Object.entries(values).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}

// PGDATA and similar variables for another server must not reach ours.
function cleanEnvironment(): NodeJS.ProcessEnv {
  return { PATH: searchPath(), LC_ALL: "C", TZ: "UTC" };
}

function readPidFile(place: Place): string[] | null {
  try {
    return readFileSync(join(place.cluster, "postmaster.pid"), "utf8").split("\n");
  } catch {
    return null;
  }
}

function runningPostmaster(place: Place): Postmaster | null {
  const lines = readPidFile(place);
  const pid = Number(lines?.[0]);
  if (!lines || !(pid > 0) || !isPostmaster(pid, place)) return null;
  return { pid, ready: lines[7]?.trim() === "ready" };
}

/**
 * After a reboot the process id in a left-behind lock file may belong to another process. The first
 * line is changed rather than the file removed: PostgreSQL reads from the rest whether workers of
 * the killed server are still writing.
 */
function disownRecycledPid(place: Place): void {
  const lines = readPidFile(place);
  const pid = Number(lines?.[0]);
  if (!lines || !(pid > 0) || !isAlive(pid) || isPostmaster(pid, place)) return;
  const noSuchProcess = "2147483646";
  writeFileSync(
    join(place.cluster, "postmaster.pid"),
    [noSuchProcess, ...lines.slice(1)].join("\n"),
  );
  rmSync(join(place.socketDir, `.s.PGSQL.${port}.lock`), { force: true });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

function isPostmaster(pid: number, place: Place): boolean {
  if (!isAlive(pid)) return false;
  try {
    if (process.platform === "linux") {
      // A postmaster has its data folder as working directory; an unreaped dead one has none.
      return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(place.cluster);
    }
    const command = execFileSync("ps", ["-o", "command=", "-p", String(pid)]);
    return command.toString().includes(place.cluster);
  } catch {
    return false;
  }
}
