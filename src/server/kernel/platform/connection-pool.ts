import pg from "pg";
import { getTypeParser } from "./column-values.ts";
import type { Limits } from "./limits.ts";
import type { Address, ServerHosts } from "./server-hosts.ts";
import { type SessionSettings, type SettingsBy, startupOptions } from "./session-settings.ts";

interface PoolOptions {
  readonly connection: pg.PoolConfig & Pick<Address, "hosts">;
  readonly poolSize: number;
  readonly limits: Limits;
  readonly settings: SessionSettings;
  readonly settingsBy: SettingsBy;
  readonly onConnectionError: (error: Error) => void;
}

// The server's own time-outs do not fire while it is frozen or unreachable: this one is ours.
const ANSWER_GRACE_MS = 2000;

/**
 * The connections of a process. A broken one is thrown away and replaced, and so is one to a server
 * that is no longer the primary.
 */
export class ConnectionPool {
  readonly #pool: pg.Pool;
  readonly #hosts: ServerHosts | null;
  readonly #endWatch: () => void;
  readonly #open = new Set<pg.PoolClient>();
  /** Resolves when every connection has ended; null until the pool is asked to end. */
  #ended: Promise<void> | null = null;

  constructor(options: PoolOptions) {
    const onConnectionError = (error: Error): void => {
      // The server may be stopped as soon as its connections are no longer needed.
      if (this.#ended === null) options.onConnectionError(error);
    };
    this.#pool = openPool({ ...options, onConnectionError });
    this.#pool.on("connect", (client) => this.#open.add(client));
    this.#pool.on("remove", (client) => this.#open.delete(client));
    this.#hosts = options.connection.hosts ?? null;
    this.#endWatch = this.#hosts?.watch() ?? (() => {});
  }

  /** Lends a connection; after an error it is rolled back, or thrown away if it cannot be. */
  async use<T>(use: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client =
      this.#hosts === null ? await this.#pool.connect() : await this.#lend(this.#hosts);
    try {
      const result = await use(client);
      // A frozen server that resumes answers statements from before the failover.
      this.#hosts?.rejectStale(client);
      client.release();
      return result;
    } catch (error) {
      // A frozen server is found by its silence alone.
      if (isUnanswered(error)) void this.#hosts?.survey();
      await releaseAfter(client, error);
      throw error;
    }
  }

  /** Runs one statement by itself, on any connection. */
  query(query: pg.QueryConfig): Promise<pg.QueryResult> {
    if (this.#hosts === null) return this.#pool.query(query);
    return this.use((client) => client.query(query));
  }

  /** The open connections, the unused ones, and the callers that wait for one. */
  get counts(): { readonly open: number; readonly idle: number; readonly waiting: number } {
    const { totalCount: open, idleCount: idle, waitingCount: waiting } = this.#pool;
    return { open, idle, waiting };
  }

  /** Ends every connection, even one that is running a statement, and opens no more. */
  async abandon(): Promise<void> {
    void this.end();
    await Promise.all([...this.#open].map((client) => (client as unknown as pg.Client).end()));
  }

  /** Ends each connection once nobody uses it. */
  end(): Promise<void> {
    this.#endWatch();
    return (this.#ended ??= this.#pool.end());
  }

  /** Tries each server once, and never lends a connection to a former primary. */
  async #lend(hosts: ServerHosts): Promise<pg.PoolClient> {
    await hosts.prepare();
    for (let left = hosts.count; ;) {
      const address = hosts.current;
      try {
        const client = await this.#pool.connect();
        if (!hosts.isStale(client)) return client;
        client.release(true);
      } catch (error) {
        if (isServersFault(error)) hosts.leave(address);
        left -= 1;
        if (left === 0 || !mayTryAnother(error)) throw error;
      }
    }
  }
}

const NO_ANSWER = "Connection terminated due to connection timeout";

/** Whether the server is down, frozen or not the primary; a used-up pool is not its fault. */
function isServersFault(error: unknown): boolean {
  return mayTryAnother(error) || (error instanceof Error && error.message === NO_ANSWER);
}

/** Whether there is time to try another server: not after one that did not answer. */
function mayTryAnother(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    /^(ECONN|EHOST|ENET|ENOTFOUND|EAI_AGAIN|57P0)/.test(codeOf(error)) ||
    error.message.startsWith("Connection terminated unexpectedly")
  );
}

function openPool(options: PoolOptions): pg.Pool {
  const { connection, limits, settings, settingsBy, onConnectionError } = options;
  const { hosts, ...its } = connection;
  const pool = new pg.Pool({
    ...its,
    ...(hosts !== undefined && throughHosts(hosts)),
    max: options.poolSize,
    connectionTimeoutMillis: limits.poolAcquireMilliseconds,
    query_timeout: limits.statementMilliseconds + ANSWER_GRACE_MS,
    keepAlive: true,
    ...(settingsBy === "startup" && { options: startupOptions(settings, connection.options) }),
    types: { getTypeParser },
  });
  pool.on("error", onConnectionError);
  // A broken connection would end the process if nothing listened to its errors.
  pool.on("connect", (client) => client.on("error", onConnectionError));
  return pool;
}

/** Connects each new client to the current server, and hands it out once that is the primary. */
function throughHosts(hosts: ServerHosts) {
  class HostClient extends pg.Client {
    readonly address: string;

    constructor(config: pg.ClientConfig = {}) {
      const connectionString = hosts.current;
      super({ ...config, connectionString });
      this.address = connectionString;
    }
  }
  const onConnect = (client: pg.ClientBase): Promise<void> =>
    hosts.accept(client, client instanceof HostClient ? client.address : "");
  return { Client: HostClient, onConnect };
}

/** Rolls back; a connection that cannot even do that is thrown away. */
async function releaseAfter(client: pg.PoolClient, reason: unknown): Promise<void> {
  if (isUnanswered(reason)) return client.release(true);
  try {
    await client.query("rollback");
    client.release();
  } catch (broken) {
    client.release(broken instanceof Error ? broken : true);
  }
}

/** Whether a statement timed out in the driver, so that its connection may still be running it. */
function isUnanswered(error: unknown): boolean {
  return error instanceof Error && error.message === "Query read timeout";
}

/** The SQLSTATE, or the system's own code such as ECONNREFUSED. */
function codeOf(error: Error): string {
  const { code } = error as { code?: unknown };
  return typeof code === "string" ? code : "";
}
