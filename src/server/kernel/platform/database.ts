import type { Readable } from "node:stream";
import type pg from "pg";
import * as z from "zod/mini";
import type { AuditAction } from "#shared/messages/oversight/audit-actions-en.ts";
import { ClientUnitOfWork, type Manner, onlyOne, select } from "./client-unit-of-work.ts";
import { type Clock, databaseClock } from "./clock.ts";
import { ConnectionPool } from "./connection-pool.ts";
import { limitDefaults, type Limits } from "./limits.ts";
import { problemOfConstraint } from "./constraint-problems.ts";
import { Problem } from "./problem.ts";
import { type Position, recordTimeline, Replica } from "./replica.ts";
import { Semaphore } from "./semaphore.ts";
import type { Address } from "./server-hosts.ts";
import {
  type SessionSettings,
  sessionSettings,
  type SettingsBy,
  transactionHead,
} from "./session-settings.ts";
import { WriteHealth } from "./write-health.ts";

/** One SQL statement and the shape of its rows. A name makes it a prepared statement. */
export interface Statement<Row> {
  readonly name?: string;
  readonly text: string;
  readonly row: z.ZodMiniType<Row>;
  /**
   * For a named statement that reads a few rows by their keys, locks none and writes nothing: it
   * may share a connection with others of the moment, which it keeps waiting while it runs.
   */
  readonly quick?: boolean;
  /** For a statement that may take minutes: its own `statement_timeout`. No request may set it. */
  readonly slow?: boolean;
}

/** The text of each declared prepared statement, by its name. */
const declaredTexts = new Map<string, string>();

/** A statement that may wait for others, or make others wait. */
const WAITS = /\b(insert|update|delete|merge|call|lock|for (key )?share|pg_advisory\w*)\b/i;

/**
 * Declares a statement, which is a plain value. A name belongs to one text in the whole product;
 * throws a defect if another text has it, since that would fail only on a connection that ran both,
 * and for a quick statement that has no name, writes or locks.
 */
export function statement<Row>(declared: Statement<Row>): Statement<Row> {
  const { name, text, quick = false } = declared;
  if (quick && (name === undefined || WAITS.test(text))) {
    throw new Error(`a quick statement must have a name and neither write nor lock: ${text}`);
  }
  if (name !== undefined) {
    const known = declaredTexts.get(name) ?? text;
    if (known !== text) throw new Error(`two statements have the name ${name}`);
    declaredTexts.set(name, text);
  }
  return declared;
}

export type Value =
  | string
  | number
  | bigint
  | boolean
  | Date
  | Uint8Array
  | null
  | readonly unknown[];

/** A reader whose rows are all from one moment. */
export interface Snapshot {
  rows<Row>(statement: Statement<Row>, values?: readonly Value[]): Promise<Row[]>;
  /** The first row, or null where there is none. */
  first<Row>(statement: Statement<Row>, values?: readonly Value[]): Promise<Row | null>;
}

export interface AuditEntry {
  readonly action: AuditAction;
  readonly subject: string;
  readonly detail?: Readonly<Record<string, unknown>>;
  /** Replaces the name of the actor if the audit log must not contain it. */
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
  /**
   * Allows the unit of work to take hours, as the import of a history may; never for a member's
   * request.
   */
  takeTime(): Promise<void>;
  audit(entry: AuditEntry): void;
  /** Runs something after the commit, such as waking the messenger. */
  afterCommit(action: () => void): void;
}

export interface DatabaseOptions {
  readonly connection: pg.PoolConfig & Pick<Address, "hosts">;
  /** The place of the database, used to detect a copied database. */
  readonly place?: string;
  /** All connections; at most seven tenths of them write at once. */
  readonly poolSize: number;
  readonly clock?: Clock;
  /** A standby that answers the reads that may go to one; null without a standby. */
  readonly replica?: pg.PoolConfig | null;
  /** The time limits for a statement, a lock and a free connection. */
  readonly limits?: Limits;
  /**
   * A pooler does not keep a connection's settings, so each transaction begins with all of them.
   */
  readonly settingsBy?: SettingsBy;
  /** False if a connection may not know the statements that were prepared on it. */
  readonly preparesStatements?: boolean;
  /** Called when a connection breaks, which the pool replaces. */
  readonly onConnectionError?: (error: Error) => void;
}

const recording = statement({
  text: recordTimeline,
  row: z.object({ timeline: z.string() }),
});

const ATTEMPTS = 4;
/** The number of connections that may write at once. */
const WRITING_SHARE = 0.7;

/** Reads from the primary, or from the replica once that has a position. */
export type Reader = Pick<Database, "oneStatementSnapshot" | "snapshot">;

/** The pool and the three ways to use it: one statement, a snapshot, a unit of work. */
export class Database {
  /** Whether the writes of this process succeed. */
  readonly writes = new WriteHealth();
  /** The role, limits and place with which everything runs. */
  readonly settings: SessionSettings;
  /** The standby that answers reads; null without one. */
  readonly replica: Replica | null;
  readonly #pool: ConnectionPool;
  readonly #clock: Clock;
  readonly #writes: Semaphore;
  /** The beginning of a transaction if connections keep no settings. */
  readonly #head: string;
  readonly #manner: Manner;
  /** The timelines that this process has written down on their primary, by their number. */
  readonly #recorded = new Map<string, string>();

  constructor(options: DatabaseOptions) {
    const { limits = limitDefaults, settingsBy = "startup", place = "" } = options;
    const { onConnectionError = () => {} } = options;
    this.#clock = options.clock ?? databaseClock;
    this.settings = sessionSettings(limits, place);
    const { settings } = this;
    this.#head = settingsBy === "transaction" ? transactionHead(settings) : "";
    this.#manner = { unnamed: options.preparesStatements === false };
    this.#pool = new ConnectionPool({
      ...options,
      limits,
      settings,
      settingsBy,
      shares: settingsBy === "startup",
      onConnectionError,
    });
    const { replica = null, poolSize } = options;
    this.replica =
      replica &&
      new Replica({ connection: replica, poolSize, limits, settings, onConnectionError });
    // A flood of sign-ins would take every connection, so some are reserved for readers.
    this.#writes = new Semaphore({
      atOnce: Math.max(1, Math.floor(options.poolSize * WRITING_SHARE)),
      waitMilliseconds: limits.poolAcquireMilliseconds,
    });
  }

  /** Runs one statement by itself; a single statement sees one moment without a transaction. */
  async one<Row>(declared: Statement<Row>, values: readonly Value[] = []): Promise<Row[]> {
    if (this.#needsTransaction) return this.snapshot((s) => s.rows(declared, values));
    const on = declared.quick === true ? this.#pool.shared : this.#pool;
    return translating(() => select(on, declared, values, this.#manner));
  }

  /** Runs one short statement that writes and belongs to no unit of work. */
  async oneWrite<Row>(
    actor: string,
    declared: Statement<Row>,
    values: readonly Value[],
  ): Promise<Row[]> {
    if (this.#needsTransaction) {
      return this.unitOfWork(actor, (work) => work.rows(declared, values));
    }
    return translating(() =>
      this.#noting(() => select(this.#pool, declared, values, this.#manner)),
    );
  }

  /** A snapshot for handlers whose rows come from one statement; a second one is a defect. */
  oneStatementSnapshot(): Snapshot {
    return onlyOne((declared, values) => this.one(declared, values));
  }

  /** Reads consistent rows while others write. */
  async snapshot<T>(read: (snapshot: Snapshot) => Promise<T>): Promise<T> {
    return translating(() => this.#pool.use((client) => this.#snapshotOn(client, read)));
  }

  /**
   * Returns a reader of the state at a position or later: from the replica once it has reached the
   * position, otherwise, or without a position, from the primary. A read may run again, so it must
   * have no effect.
   */
  readerAt(position: Position | null): Reader {
    if (this.replica === null || position === null) return this;
    const replica = this.#following(this.replica, position);
    const snapshot: Reader["snapshot"] = async (read) => {
      const answer = await translating(() => replica((client) => this.#snapshotOn(client, read)));
      return answer === null ? this.snapshot(read) : answer.found;
    };
    const oneStatementSnapshot = (): Snapshot =>
      onlyOne(async (declared, values) => {
        if (this.#clock.stillAt() !== null) return snapshot((s) => s.rows(declared, values));
        const answer = await translating(() =>
          replica((client) => select(client, declared, values, {})),
        );
        return answer === null ? this.one(declared, values) : answer.found;
      });
    return { snapshot, oneStatementSnapshot };
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

  /** The connections of this process, the unused ones, and the callers that wait for one. */
  get connections(): { readonly open: number; readonly idle: number; readonly waiting: number } {
    return this.#pool.counts;
  }

  /** Ends all connections at once; their transactions are rolled back. */
  async abandon(): Promise<void> {
    await this.#pool.abandon();
  }

  async close(): Promise<void> {
    await this.replica?.close();
    await this.#pool.end();
  }

  /** Whether the replica has reached a position, or reaches it in the time that a read waits. */
  async isOnReplica(position: Position): Promise<boolean> {
    if (this.replica === null) return false;
    const answer = await this.#following(this.replica, position)(async () => {});
    return answer !== null;
  }

  /** Reads on the replica, which can only be verified once the timeline is recorded. */
  #following(replica: Replica, position: Position) {
    return async <T>(run: (client: pg.PoolClient) => Promise<T>) => {
      const timeline = await this.#recordedAs(position);
      return timeline === null ? null : replica.read({ ...position, timeline }, run);
    };
  }

  /** Records the timeline of the primary, once; null while that is impossible. */
  async #recordedAs({ timeline: number }: Position): Promise<string | null> {
    const known = this.#recorded.get(number);
    if (known !== undefined) return known;
    try {
      const [found] = await this.unitOfWork("start", (work) => work.rows(recording));
      // A failover may have come in between.
      if (found?.timeline.endsWith(`/${number}`) !== true) return null;
      this.#recorded.set(number, found.timeline);
      return found.timeline;
    } catch (error) {
      if (error instanceof Problem) return null;
      throw error;
    }
  }

  async #snapshotOn<T>(
    client: pg.PoolClient,
    read: (snapshot: Snapshot) => Promise<T>,
  ): Promise<T> {
    await client.query(`begin isolation level repeatable read read only; ${this.#setUp()}`);
    const result = await read(snapshotOn(client, this.#manner));
    await client.query("commit");
    return result;
  }

  async #attempt<T>(actor: string, command: (work: UnitOfWork) => Promise<T>): Promise<T> {
    const afterCommit: (() => void)[] = [];
    const result = await this.#pool.use(async (client) => {
      await client.query(`begin; ${this.#setUp()}`);
      const work = new ClientUnitOfWork(client, actor, { afterCommit, manner: this.#manner });
      const outcome = await command(work);
      await work.commit();
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

  /** Whether even one statement needs a transaction, which carries the settings or the clock. */
  get #needsTransaction(): boolean {
    return this.#head !== "" || this.#clock.stillAt() !== null;
  }

  #setUp(): string {
    const still = this.#clock.stillAt();
    const clock = still === null ? "" : `set local akiba.now = '${still.toISOString()}'`;
    return `${this.#head} ${clock}`;
  }
}

/** Reads in the transaction of a client that has our `getTypeParser`. */
export function snapshotOn(client: pg.ClientBase, manner: Manner = {}): Snapshot {
  const rows: Snapshot["rows"] = (declared, values = []) =>
    select(client, declared, values, manner);
  return { rows, first: async (declared, values) => (await rows(declared, values))[0] ?? null };
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

/** Error classes in which the database cannot serve at the moment, although nothing is wrong. */
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
      throw new Problem("busy", { retryAfter: 2, cause: error });
    }
    throw error;
  }
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
