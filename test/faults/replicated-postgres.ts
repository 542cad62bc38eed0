import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { findPort } from "../../scripts/lib/find-port.js";
import { parentOf, until } from "./running-server.ts";

const NOBODY = 65_534;
/** PostgreSQL refuses to run as root. */
export const unprivileged = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};

const folders =
  process.env["TEST_POSTGRES_BIN"]?.split(":") ??
  [18, 17, 16, 15].map((major) => `/usr/lib/postgresql/${major}/bin`);
/** The programs of an installed PostgreSQL with `pg_basebackup`; null if there is none. */
export const postgresPrograms: string | null =
  folders.find((folder) => existsSync(join(folder, "pg_basebackup"))) ?? null;

export const DATABASE = "akiba";
export const OWNER = "akiba_owner";

const settings = {
  listen_addresses: "'127.0.0.1'",
  unix_socket_directories: "''",
  max_connections: 60,
  shared_buffers: "32MB",
  wal_level: "replica",
  hot_standby: "on",
  // Only processes are killed here: the machine keeps what they wrote.
  fsync: "off",
  wal_keep_size: "256MB",
  // A loaded machine is no fault of the standby's.
  wal_sender_timeout: 0,
  wal_receiver_timeout: 0,
};

type ServerSettings = Readonly<Record<string, string | number>>;

/** One PostgreSQL server of a test, in a separate folder. */
export class PostgresServer {
  readonly name: string;
  readonly port: string;
  readonly folder: string;

  constructor(home: string, name: string, port: string) {
    this.name = name;
    this.port = port;
    this.folder = join(home, name);
  }

  /** Makes and starts a server with an empty database; its home belongs to its own user. */
  static async init(
    home: string,
    name: string,
    more: ServerSettings = {},
  ): Promise<PostgresServer> {
    const server = new PostgresServer(home, name, await findPort());
    const { folder } = server;
    run("initdb", ["-D", folder, "-U", OWNER, "-E", "UTF8", "--locale=C", "-A", "trust", "-N"]);
    const lines = Object.entries({ ...settings, ...more }).map(([key, is]) => `${key} = ${is}\n`);
    appendFileSync(join(folder, "postgresql.conf"), lines.join(""));
    await server.start();
    await server.rows(`create database ${DATABASE}`, "postgres");
    return server;
  }

  get connection(): pg.ClientConfig {
    const { port } = this;
    return { host: "127.0.0.1", port: Number(port), user: OWNER, database: DATABASE };
  }

  async start(): Promise<this> {
    const options = `-p ${this.port}`;
    const log = `${this.folder}.log`;
    // After a kill, workers may still hold its shared memory for a moment.
    await until(`${this.name} answers`, async () => {
      if (!this.#runs())
        run("pg_ctl", ["start", "-D", this.folder, "-l", log, "-W", "-o", options]);
      return this.answers();
    }).catch((error: unknown) => {
      throw new Error(`${String(error)}: ${readFileSync(log, "utf8").slice(-2000)}`);
    });
    return this;
  }

  #runs(): boolean {
    return run("pg_ctl", ["status", "-D", this.folder], [0, 3]) === 0;
  }

  async answers(): Promise<boolean> {
    try {
      await this.rows("select 1", "postgres");
      return true;
    } catch {
      return false;
    }
  }

  async rows<Row extends pg.QueryResultRow>(sql: string, database = DATABASE): Promise<Row[]> {
    const client = new pg.Client({ ...this.connection, database, query_timeout: 20_000 });
    client.on("error", () => {});
    await client.connect();
    try {
      return (await client.query<Row>(sql)).rows;
    } finally {
      await client.end().catch(() => {});
    }
  }

  /** Changes a setting of the server and waits until it holds. */
  async set(name: string, value: string): Promise<void> {
    await this.rows(`alter system set ${name} = '${value}'`, "postgres");
    await this.rows("select pg_reload_conf()", "postgres");
    await until(`${name} holds`, async () => {
      const [row] = await this.rows<{ value: string }>(
        `select current_setting('${name}') as value`,
        "postgres",
      );
      return row?.value === value;
    });
  }

  /** Makes a standby the primary. */
  async promote(): Promise<void> {
    run("pg_ctl", ["promote", "-D", this.folder, "-W"]);
    await until(`${this.name} is the primary`, async () => {
      const [row] = await this.rows<{ standby: boolean }>(
        "select pg_is_in_recovery() as standby",
        "postgres",
      );
      return row?.standby === false;
    });
  }

  /** Sends a signal to the server and all its processes. */
  signal(signal: NodeJS.Signals): void {
    const found = spawnSync("head", ["-1", join(this.folder, "postmaster.pid")]);
    const postmaster = Number.parseInt(found.stdout.toString(), 10);
    if (!(postmaster > 0)) return;
    const children = spawnSync("ls", ["/proc"]).stdout.toString().split("\n");
    const workers = children.filter((pid) => parentOf(pid) === postmaster).map(Number);
    for (const pid of [postmaster, ...workers]) {
      try {
        process.kill(pid, signal);
      } catch {
        // It had ended already.
      }
    }
  }

  stop(): void {
    spawnSync(join(postgresPrograms ?? "", "pg_ctl"), ["stop", "-D", this.folder, "-m", "i"], {
      ...unprivileged,
    });
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Makes a folder for servers, which belongs to the user that runs them. */
export function homeOf(folder: string, name: string): string {
  const home = join(folder, name);
  mkdirSync(home, { mode: 0o700 });
  if (unprivileged.uid !== undefined) chownSync(home, NOBODY, NOBODY);
  return home;
}

/** A primary and a standby that can take over, again and again. */
export class ReplicatedPostgres {
  primary: PostgresServer;
  standby: PostgresServer;

  private constructor(one: PostgresServer, other: PostgresServer) {
    this.primary = one;
    this.standby = other;
  }

  /** Starts a primary with an empty database, and no standby yet. */
  static async start(folder: string): Promise<ReplicatedPostgres> {
    const home = homeOf(folder, "replicated");
    const one = await PostgresServer.init(home, "one");
    return new ReplicatedPostgres(one, new PostgresServer(home, "other", await findPort()));
  }

  /** Both addresses in one URL, always in the same order. */
  get url(): string {
    const [one, other] = [this.primary, this.standby].toSorted((a, b) =>
      a.name < b.name ? 1 : -1,
    );
    const hosts = [one, other].map((server) => `127.0.0.1:${server?.port}`).join(",");
    return `postgresql://${OWNER}@${hosts}/${DATABASE}?target_session_attrs=read-write`;
  }

  /** Makes a new standby from the primary. */
  async follow({ synchronous }: { readonly synchronous: boolean }): Promise<void> {
    const { primary, standby } = this;
    standby.remove();
    const from = `host=127.0.0.1 port=${primary.port} user=${OWNER} application_name=standby`;
    run("pg_basebackup", ["-D", standby.folder, "-R", "-X", "stream", "-c", "fast", "-d", from]);
    chmodSync(standby.folder, 0o700);
    await standby.start();
    await until("the standby follows", async () => {
      const found = await primary.rows("select from pg_stat_replication where state = 'streaming'");
      return found.length === 1;
    });
    if (synchronous) await this.wait();
  }

  /** Makes every commit wait for the standby. */
  async wait(): Promise<void> {
    await this.primary.set("synchronous_standby_names", "*");
    await until("the standby is synchronous", async () => {
      const found = await this.primary.rows(
        "select from pg_stat_replication where sync_state = 'sync'",
      );
      return found.length === 1;
    });
  }

  /** Promotes the standby, which waits for nobody yet; the old primary is the caller's. */
  async failOver(): Promise<PostgresServer> {
    const old = this.primary;
    await this.standby.promote();
    [this.primary, this.standby] = [this.standby, old];
    await this.primary.set("synchronous_standby_names", "");
    return old;
  }

  stop(): void {
    for (const server of [this.primary, this.standby]) {
      server.signal("SIGCONT");
      server.stop();
    }
  }
}

function run(program: string, given: readonly string[], expected: readonly number[] = [0]): number {
  const { status, stdout, stderr } = spawnSync(join(postgresPrograms ?? "", program), given, {
    ...unprivileged,
    cwd: "/",
    env: { PATH: process.env["PATH"], LC_ALL: "C", TZ: "UTC" },
    stdio: ["ignore", "ignore", "pipe"],
    encoding: "utf8",
  });
  if (status !== null && expected.includes(status)) return status;
  throw new Error(`${program} failed: ${stdout ?? ""}${stderr}`);
}
