import { spawnSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { homeOf, OWNER, PostgresServer, unprivileged } from "./replicated-postgres.ts";

const PROGRAM = "/usr/bin/pgbackrest";
const STANZA = "uzima";

export const hasPgBackRest = existsSync(PROGRAM);

/** A PostgreSQL server with its WAL and backups in a repository, as in docs/operations.md. */
export class ArchivedPostgres {
  server: PostgresServer;
  readonly #home: string;
  readonly #configuration: string;

  private constructor(server: PostgresServer, home: string, configuration: string) {
    this.server = server;
    this.#home = home;
    this.#configuration = configuration;
  }

  static async start(folder: string): Promise<ArchivedPostgres> {
    const home = homeOf(folder, "archived");
    const configuration = join(home, "pgbackrest.conf");
    const server = await PostgresServer.init(home, "original", {
      unix_socket_directories: `'${home}'`,
      archive_mode: "on",
      archive_command: `'${PROGRAM} --config=${configuration} --stanza=${STANZA} archive-push %p'`,
      archive_timeout: 60,
    });
    const archived = new ArchivedPostgres(server, home, configuration);
    archived.#configure(server);
    archived.#run("stanza-create");
    archived.#run("check");
    return archived;
  }

  #configure({ folder, port }: PostgresServer): void {
    const home = this.#home;
    const lines = {
      "[global]": { "repo1-path": join(home, "repository"), "repo1-retention-full": 2 },
      "": {
        "log-path": home,
        "lock-path": join(home, "locks"),
        "spool-path": join(home, "spool"),
        "log-level-file": "off",
      },
      "[global:archive-push]": { "compress-level": 1 },
      [`[${STANZA}]`]: { "pg1-path": folder, "pg1-port": port },
      " ": { "pg1-socket-path": home, "pg1-user": OWNER, "pg1-database": "postgres" },
    };
    const text = Object.entries(lines).flatMap(([section, values]) => [
      section.trim(),
      ...Object.entries(values).map(([name, value]) => `${name}=${value}`),
    ]);
    writeFileSync(this.#configuration, text.join("\n"), { mode: 0o644 });
  }

  backUp(type: "full" | "incr"): void {
    this.#run("backup", `--type=${type}`, "--start-fast");
  }

  /** Waits until everything written so far is in the repository. */
  async archive(): Promise<void> {
    await this.server.rows("select pg_switch_wal()");
    this.#run("check");
  }

  /** Restores the state of a moment into a new folder and serves it at another port. */
  async restoreTo(moment: string, port: string): Promise<PostgresServer> {
    const restored = new PostgresServer(this.#home, "restored", port);
    this.#configure(restored);
    this.#run("restore", "--type=time", `--target=${moment}`, "--target-action=promote");
    await restored.start();
    this.server = restored;
    return restored;
  }

  #run(command: string, ...given: readonly string[]): void {
    const all = [`--config=${this.#configuration}`, `--stanza=${STANZA}`, ...given, command];
    const { status, stdout, stderr } = spawnSync(PROGRAM, all, {
      ...unprivileged,
      cwd: "/",
      env: { PATH: process.env["PATH"], LC_ALL: "C", TZ: "UTC" },
      encoding: "utf8",
    });
    if (status !== 0) throw new Error(`pgbackrest ${command} failed: ${stdout}${stderr}`);
  }
}
