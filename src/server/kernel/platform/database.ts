import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import type * as z from "zod/mini";
import { type Clock, databaseClock } from "./clock.ts";
import { getTypeParser } from "./column-values.ts";
import { limitDefaults, type Limits } from "./limits.ts";
import { problemOfConstraint } from "./constraint-problems.ts";
import { Problem } from "./problem.ts";
import { Semaphore } from "./semaphore.ts";
import { countStatement } from "./statement-times.ts";
import { WriteHealth } from "./write-health.ts";

/** One SQL statement and the shape of its rows. A name makes it a prepared statement. */
export interface Statement<Row> {
  readonly name?: string;
  readonly text: string;
  readonly row: z.ZodMiniType<Row>;
  /** For a statement that may take minutes: its own `statement_timeout`. No request may set it. */
  readonly slow?: boolean;
}

/** The text of each declared prepared statement, by its name. */
const declaredTexts = new Map<string, string>();

/**
 * Declares a statement, which is a plain value. A name belongs to one text in the whole product;
 * throws a defect if another text has it, since that would fail only on a connection that ran both.
 */
export function statement<Row>(declared: Statement<Row>): Statement<Row> {
  const { name, text } = declared;
  if (name !== undefined) {
    const known = declaredTexts.get(name) ?? text;
    if (known !== text) throw new Error(`two statements have the name ${name}`);
    declaredTexts.set(name, text);
  }
  return declared;
}

type Value = string | number | bigint | boolean | Date | Uint8Array | null | readonly unknown[];

/** A reader whose rows are all from one moment. */
export interface Snapshot {
  rows<Row>(statement: Statement<Row>, values?: readonly Value[]): Promise<Row[]>;
  /** The first row, or null where there is none. */
  first<Row>(statement: Statement<Row>, values?: readonly Value[]): Promise<Row | null>;
}

export interface AuditEntry {
  readonly action: string;
  readonly subject: string;
  readonly detail?: Readonly<Record<string, unknown>>;
  /** Replaces the name of the actor, where the audit log must not contain it. */
  readonly actor?: string;
}

/** Everything one effect writes, committed or rolled back as a whole, with audit and messages. */
export interface UnitOfWork extends Snapshot {
  /** The actor, for the audit log and the journal. */
  readonly actor: string;
  /** Runs a statement for its effect and returns the number of affected rows. */
  run(text: string, values?: readonly Value[]): Promise<number>;
  /** Streams rows in PostgreSQL's text format into a `copy … from stdin`, at its pace. */
  copyIn(text: string, rows: Readable): Promise<void>;
  /** Allows it to take hours, as the import of a history may; never for a member's request. */
  takeTime(): Promise<void>;
  audit(entry: AuditEntry): void;
  /** Runs something after the commit, such as waking the messenger. */
  afterCommit(action: () => void): void;
}

export interface DatabaseOptions {
  readonly connection: pg.PoolConfig;
  /** The place of the database, by which it knows whether it is at home. */
  readonly place?: string;
  /** All connections; at most seven tenths of them write at once. */
  readonly poolSize: number;
  readonly clock?: Clock;
  /** The time limits for a statement, a lock and a free connection. */
  readonly limits?: Limits;
  /** Called when a connection breaks, which the pool replaces. */
  readonly onConnectionError?: (error: Error) => void;
}

const ATTEMPTS = 4;
/** The number of connections that may write at once. */
const WRITING_SHARE = 0.7;
// The server's own time-outs do not fire while it is frozen or unreachable: these are ours.
const ANSWER_GRACE_MS = 2000;
const SLOW_ANSWER_TIMEOUT_MS = 86_400_000;

/** The pool and the three ways to use it: one statement, a snapshot, a unit of work. */
export class Database {
  /** Whether the writes of this process succeed. */
  readonly writes = new WriteHealth();
  readonly #pool: pg.Pool;
  readonly #clock: Clock;
  readonly #writes: Semaphore;

  constructor(options: DatabaseOptions) {
    this.#clock = options.clock ?? databaseClock;
    this.#pool = openPool(options);
    // A flood of sign-ins takes every connection: some are reserved for readers.
    this.#writes = new Semaphore({
      atOnce: Math.max(1, Math.floor(options.poolSize * WRITING_SHARE)),
      waitMilliseconds: (options.limits ?? limitDefaults).poolAcquireMilliseconds,
    });
  }

  /** Runs one statement by itself; a single statement sees one moment without a transaction. */
  async one<Row>(declared: Statement<Row>, values: readonly Value[] = []): Promise<Row[]> {
    if (this.#clock.stillAt() !== null) return this.snapshot((s) => s.rows(declared, values));
    return translating(() => select(this.#pool, declared, values));
  }

  /** Runs one short statement that writes and belongs to no unit of work. */
  async oneWrite<Row>(
    actor: string,
    declared: Statement<Row>,
    values: readonly Value[],
  ): Promise<Row[]> {
    if (this.#clock.stillAt() !== null) {
      return this.unitOfWork(actor, (work) => work.rows(declared, values));
    }
    return translating(() => this.#noting(() => select(this.#pool, declared, values)));
  }

  /** A snapshot for handlers whose rows come from one statement; a second one is a defect. */
  oneStatementSnapshot(): Snapshot {
    let used = false;
    const rows = <Row>(declared: Statement<Row>, values: readonly Value[] = []) => {
      if (used) throw new Error("a one-statement read ran a second statement");
      used = true;
      return this.one(declared, values);
    };
    return { rows, first: async (declared, values) => (await rows(declared, values))[0] ?? null };
  }

  /** Reads consistent rows while others write. */
  async snapshot<T>(read: (snapshot: Snapshot) => Promise<T>): Promise<T> {
    return translating(() =>
      withClient(this.#pool, async (client) => {
        await client.query(`begin isolation level repeatable read read only; ${this.#setClock()}`);
        const result = await read(snapshotOn(client));
        await client.query("commit");
        return result;
      }),
    );
  }

  /**
   * Runs a command as one unit of work. Serialisation failures and deadlocks run it again, so it
   * must have no effect outside the database. A thrown problem rolls everything back.
   */
  async unitOfWork<T>(actor: string, command: (work: UnitOfWork) => Promise<T>): Promise<T> {
    return translating(async () => {
      for (let attempt = 1; ; attempt += 1) {
        try {
          const once = () => this.#noting(() => this.#attempt(actor, command));
          return await this.#writes.inTurn(once);
        } catch (error) {
          if (attempt === ATTEMPTS || !mayRunAgain(error)) throw error;
        }
      }
    });
  }

  /** The connections of this process, those that nobody uses, and the callers that wait for one. */
  get connections(): { readonly open: number; readonly idle: number; readonly waiting: number } {
    const { totalCount: open, idleCount: idle, waitingCount: waiting } = this.#pool;
    return { open, idle, waiting };
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }

  async #attempt<T>(actor: string, command: (work: UnitOfWork) => Promise<T>): Promise<T> {
    const afterCommit: (() => void)[] = [];
    const result = await withClient(this.#pool, async (client) => {
      await client.query(`begin; ${this.#setClock()}`);
      const work = new ClientUnitOfWork(client, actor, afterCommit);
      const outcome = await command(work);
      await work.writeAudit();
      await client.query("commit");
      return outcome;
    });
    for (const action of afterCommit) action();
    return result;
  }

  /** Records writes that fail for lack of disk space. */
  async #noting<T>(write: () => Promise<T>): Promise<T> {
    try {
      return await write();
    } catch (error) {
      this.writes.noteFailure(sqlState(error));
      throw error;
    }
  }

  #setClock(): string {
    const still = this.#clock.stillAt();
    return still === null ? "" : `set local akiba.now = '${still.toISOString()}'`;
  }
}

function openPool(options: DatabaseOptions): pg.Pool {
  const limits = options.limits ?? limitDefaults;
  const pool = new pg.Pool({
    ...options.connection,
    max: options.poolSize,
    connectionTimeoutMillis: limits.poolAcquireMilliseconds,
    query_timeout: limits.statementMilliseconds + ANSWER_GRACE_MS,
    keepAlive: true,
    options: sessionSettings(options.connection.options, limits, options.place),
    types: { getTypeParser },
  });
  const report = options.onConnectionError ?? (() => {});
  pool.on("error", report);
  // A broken connection would end the process if nothing listened to its errors.
  pool.on("connect", (client) => client.on("error", report));
  return pool;
}

async function withClient<T>(
  pool: pg.Pool,
  use: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  try {
    const result = await use(client);
    client.release();
    return result;
  } catch (error) {
    await releaseAfter(client, error);
    throw error;
  }
}

class ClientUnitOfWork implements UnitOfWork {
  readonly actor: string;
  readonly #client: pg.PoolClient;
  readonly #afterCommit: (() => void)[];
  readonly #audit: AuditEntry[] = [];
  #patience: Patience = {};

  constructor(client: pg.PoolClient, actor: string, afterCommit: (() => void)[]) {
    this.#client = client;
    this.actor = actor;
    this.#afterCommit = afterCommit;
  }

  rows<Row>(declared: Statement<Row>, values: readonly Value[] = []): Promise<Row[]> {
    return select(this.#client, declared, values, this.#patience);
  }

  async first<Row>(declared: Statement<Row>, values: readonly Value[] = []): Promise<Row | null> {
    return (await this.rows(declared, values))[0] ?? null;
  }

  async run(text: string, values: readonly Value[] = []): Promise<number> {
    const query = { text, values: [...values], ...this.#patience };
    return (await this.#client.query(query)).rowCount ?? 0;
  }

  async copyIn(text: string, rows: Readable): Promise<void> {
    const copying = Object.assign(copyFrom(text), this.#patience);
    await pipeline(rows, this.#client.query(copying));
  }

  async takeTime(): Promise<void> {
    await this.run("set local statement_timeout = 0");
    await this.run("set local idle_in_transaction_session_timeout = 0");
    this.#patience = { query_timeout: SLOW_ANSWER_TIMEOUT_MS };
  }

  audit(entry: AuditEntry): void {
    this.#audit.push(entry);
  }

  afterCommit(action: () => void): void {
    this.#afterCommit.push(action);
  }

  /** The audit head serialises all writers, so it is locked last and only for the commit. */
  async writeAudit(): Promise<void> {
    if (this.#audit.length === 0) return;
    const records = this.#audit.map((entry) => ({ detail: {}, actor: this.actor, ...entry }));
    await this.run("select audit_append($1::jsonb)", [JSON.stringify(records)]);
  }
}

/** Reads in the transaction of a client that has our `getTypeParser`. */
export function snapshotOn(client: pg.ClientBase): Snapshot {
  return {
    rows: (declared, values = []) => select(client, declared, values),
    first: async (declared, values = []) => (await select(client, declared, values))[0] ?? null,
  };
}

/** The driver's time limit for an answer, where it differs from the pool's. */
type Patience = Readonly<{ query_timeout?: number }>;

async function select<Row>(
  on: pg.Pool | pg.ClientBase,
  { name, text, row, slow }: Statement<Row>,
  values: readonly Value[],
  given: Patience = {},
): Promise<Row[]> {
  const query = name === undefined ? { text } : { name, text };
  const patience = slow === true ? { query_timeout: SLOW_ANSWER_TIMEOUT_MS } : given;
  const began = performance.now();
  const result = await on.query({ ...query, ...patience, values: [...values] });
  if (name !== undefined) countStatement(name, performance.now() - began);
  return result.rows.map((found) => row.parse(found));
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

function sessionSettings(given: string | undefined, limits: Limits, place = ""): string {
  return [
    given ?? "",
    "-c role=akiba_app",
    "-c timezone=UTC",
    `-c statement_timeout=${limits.statementMilliseconds}`,
    `-c lock_timeout=${limits.lockMilliseconds}`,
    "-c idle_in_transaction_session_timeout=15000",
    `-c akiba.place=${place.replaceAll(/[\\\s]/g, "\\$&")}`,
  ].join(" ");
}

const SERIALIZATION_FAILURE = "40001";
const DEADLOCK = "40P01";

/** Thrown when others changed data that a command had read: its unit of work runs again. */
export class Overtaken extends Error {
  readonly code = SERIALIZATION_FAILURE;
}

function mayRunAgain(error: unknown): boolean {
  const code = sqlState(error);
  return code === SERIALIZATION_FAILURE || code === DEADLOCK;
}

/** Error classes in which the database cannot serve just now, though nothing is wrong. */
const BUSY = /^(08|53|25006$|57P0[1-5]$|57014$|55P03$|40001$|40P01$|58030$)/;
const BUSY_MESSAGE =
  /timeout exceeded when trying to connect|Connection terminated|not queryable|Query read timeout/;
/** The system's error codes for a server that is down or unreachable. */
const UNREACHABLE =
  /^(ECONN|EPIPE|ENOENT|EAGAIN|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_AGAIN|ENOTCONN)/;

/** Turns a database that is down, full, read-only or overloaded into the problem to try again. */
async function translating<T>(use: () => Promise<T>): Promise<T> {
  try {
    return await use();
  } catch (error) {
    if (error instanceof Problem || !(error instanceof Error)) throw error;
    const person = problemOfConstraint(violatedConstraint(error));
    if (person !== undefined) throw new Problem(person);
    const code = sqlState(error);
    if (
      code === undefined
        ? BUSY_MESSAGE.test(error.message)
        : BUSY.test(code) || UNREACHABLE.test(code)
    ) {
      throw new Problem("busy", { retryAfter: 2 });
    }
    throw error;
  }
}

/** Whether a statement timed out in the driver, so that its connection may still be running it. */
function isUnanswered(error: unknown): boolean {
  return error instanceof Error && error.message === "Query read timeout";
}

/** The five-character SQLSTATE, or the system's own code such as ECONNREFUSED. */
export function sqlState(error: unknown): string | undefined {
  const code = error instanceof Error ? (error as { code?: unknown }).code : undefined;
  return typeof code === "string" ? code : undefined;
}

/** The constraint that a statement violated, if any. */
export function violatedConstraint(error: unknown): string | undefined {
  const name = error instanceof Error ? (error as { constraint?: unknown }).constraint : undefined;
  return typeof name === "string" ? name : undefined;
}
