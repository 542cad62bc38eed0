import pg from "pg";
import { getTypeParser } from "./column-values.ts";
import type { Limits } from "./limits.ts";
import { type SessionSettings, type SettingsBy, startupOptions } from "./session-settings.ts";

interface PoolOptions {
  readonly connection: pg.PoolConfig;
  readonly poolSize: number;
  readonly limits: Limits;
  readonly settings: SessionSettings;
  readonly settingsBy: SettingsBy;
  readonly onConnectionError: (error: Error) => void;
}

// The server's own time-outs do not fire while it is frozen or unreachable: this one is ours.
const ANSWER_GRACE_MS = 2000;

/** The connections of a process. A broken one is thrown away and replaced. */
export class ConnectionPool {
  readonly #pool: pg.Pool;

  constructor(options: PoolOptions) {
    this.#pool = openPool(options);
  }

  /** Lends a connection; after an error it is rolled back, or thrown away if it cannot be. */
  async use<T>(use: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect();
    try {
      const result = await use(client);
      client.release();
      return result;
    } catch (error) {
      await releaseAfter(client, error);
      throw error;
    }
  }

  /** Runs one statement by itself, on any connection. */
  query(query: pg.QueryConfig): Promise<pg.QueryResult> {
    return this.#pool.query(query);
  }

  /** The open connections, those that nobody uses, and the callers that wait for one. */
  get counts(): { readonly open: number; readonly idle: number; readonly waiting: number } {
    const { totalCount: open, idleCount: idle, waitingCount: waiting } = this.#pool;
    return { open, idle, waiting };
  }

  async end(): Promise<void> {
    await this.#pool.end();
  }
}

function openPool(options: PoolOptions): pg.Pool {
  const { connection, limits, settings, settingsBy, onConnectionError } = options;
  const pool = new pg.Pool({
    ...connection,
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
