import pg from "pg";
import { getTypeParser } from "./column-values.ts";
import type { Limits } from "./limits.ts";
import type { Address, ServerHosts } from "./server-hosts.ts";
import { type SessionSettings, type SettingsBy, startupOptions } from "./session-settings.ts";
import { SharedConnection } from "./shared-connection.ts";

interface PoolOptions {
  readonly connection: pg.PoolConfig & Pick<Address, "hosts">;
  readonly poolSize: number;
  readonly limits: Limits;
  readonly settings: SessionSettings;
  readonly settingsBy: SettingsBy;
  /** Whether quick statements share one of the connections. */
  readonly shares?: boolean;
  readonly onConnectionError: (error: Error) => void;
}

/** Runs statements, each as a transaction of its own. */
export interface Runner {
  query(query: pg.QueryConfig): Promise<pg.QueryResult>;
}

/** A smaller pool keeps all of its connections for one user each. */
const SMALLEST_THAT_SHARES = 4;

// The server's own time-outs do not fire while it is frozen or unreachable: this one is ours.
const ANSWER_GRACE_MS = 2000;

/**
 * The connections of a process. A broken one is thrown away and replaced, and so is one to a server
 * that is no longer the primary.
 */
export class ConnectionPool {
  readonly #pool: pg.Pool;
  /** The pool of the shared connection; null if none is shared. */
  readonly #sharedPool: pg.Pool | null;
  readonly #shared: SharedConnection | null;
  readonly #hosts: ServerHosts | null;
  /** Where quick statements run, which share a connection. */
  readonly shared: Runner = { query: (query) => this.#queryShared(query) };
  readonly #endWatch: () => void;
  readonly #open = new Set<pg.PoolClient>();
  /** Resolves when every connection has ended; null until the pool is asked to end. */
  #ended: Promise<void> | null = null;

  constructor(options: PoolOptions) {
    const onConnectionError = (error: Error): void => {
      // The server may be stopped as soon as its connections are no longer needed.
      if (this.#ended === null) options.onConnectionError(error);
    };
    const shares = options.shares === true && options.poolSize >= SMALLEST_THAT_SHARES;
    const size = shares ? options.poolSize - 1 : options.poolSize;
    this.#hosts = options.connection.hosts ?? null;
    this.#pool = this.#openPool({ ...options, onConnectionError, poolSize: size });
    this.#sharedPool = shares
      ? this.#openPool({ ...options, onConnectionError, poolSize: 1, pipeline: true })
      : null;
    this.#shared = this.#sharedPool && this.#sharing(this.#sharedPool);
    this.#endWatch = this.#hosts?.watch() ?? (() => {});
  }

  /** Lends a connection; after an error it is rolled back, or thrown away if it cannot be. */
  async use<T>(use: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await this.#lend(this.#pool);
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
    const total = (of: (pool: pg.Pool) => number) =>
      this.#pools.reduce((others, pool) => others + of(pool), 0);
    return {
      open: total(({ totalCount }) => totalCount),
      idle: total(({ idleCount }) => idleCount),
      waiting: total(({ waitingCount }) => waitingCount),
    };
  }

  /**
   * Ends every connection, even one that is running a statement, and opens no more. The shared one
   * ends once its quick statements are answered.
   */
  async abandon(): Promise<void> {
    void this.end();
    await Promise.all([...this.#open].map((client) => (client as unknown as pg.Client).end()));
  }

  /** Ends each connection once nobody uses it. */
  end(): Promise<void> {
    this.#endWatch();
    return (this.#ended ??= this.#endPools());
  }

  async #endPools(): Promise<void> {
    await Promise.all(this.#pools.map((pool) => pool.end()));
  }

  /**
   * Runs one quick statement on the connection that such statements share. It runs on another if
   * that would keep it waiting, or if it failed there, perhaps because of others.
   */
  async #queryShared(query: pg.QueryConfig): Promise<pg.QueryResult> {
    if (this.#shared?.isFree !== true) return this.query(query);
    try {
      return await this.#shared.query(query);
    } catch (error) {
      if (isUnanswered(error)) void this.#hosts?.survey();
      if (hasTakenItsTime(error)) throw error;
      return this.query(query);
    }
  }

  get #pools(): readonly pg.Pool[] {
    return this.#sharedPool === null ? [this.#pool] : [this.#pool, this.#sharedPool];
  }

  #openPool(options: OpenOptions): pg.Pool {
    const pool = openPool(options);
    pool.on("connect", (client) => this.#open.add(client));
    pool.on("remove", (client) => this.#open.delete(client));
    return pool;
  }

  #sharing(pool: pg.Pool): SharedConnection {
    return new SharedConnection({
      lend: () => this.#lend(pool),
      // A frozen server that resumes answers statements from before the failover.
      rejectStale: (client) => this.#hosts?.rejectStale(client),
    });
  }

  async #lend(pool: pg.Pool): Promise<pg.PoolClient> {
    return this.#hosts === null ? pool.connect() : this.#lendFrom(this.#hosts, pool);
  }

  /** Tries each server once, and never lends a connection to a former primary. */
  async #lendFrom(hosts: ServerHosts, pool: pg.Pool): Promise<pg.PoolClient> {
    await hosts.prepare();
    for (let left = hosts.count; ;) {
      const address = hosts.current;
      try {
        const client = await pool.connect();
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

interface OpenOptions extends PoolOptions {
  /** Whether a connection sends statements without waiting for the answers of those before. */
  readonly pipeline?: boolean;
}

function openPool(options: OpenOptions): pg.Pool {
  const { connection, limits, settings, settingsBy, onConnectionError, pipeline } = options;
  const { hosts, ...its } = connection;
  const pool = new pg.Pool({
    ...its,
    ...(hosts !== undefined && throughHosts(hosts)),
    max: options.poolSize,
    connectionTimeoutMillis: limits.poolAcquireMilliseconds,
    query_timeout: limits.statementMilliseconds + ANSWER_GRACE_MS,
    keepAlive: true,
    ...(pipeline === true && { pipeline }),
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

/** Whether a statement waited for as long as it may: for a lock, or for its answer. */
function hasTakenItsTime(error: unknown): boolean {
  return isUnanswered(error) || (error instanceof Error && /^(55P03|57014)$/.test(codeOf(error)));
}

/** The SQLSTATE, or the system's own code such as ECONNREFUSED. */
function codeOf(error: Error): string {
  const { code } = error as { code?: unknown };
  return typeof code === "string" ? code : "";
}
