import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { ConnectionPool } from "./connection-pool.ts";
import { getTypeParser } from "./column-values.ts";
import { type Limits, limitDefaults } from "./limits.ts";
import { Problem } from "./problem.ts";
import { type SessionSettings, startupOptions } from "./session-settings.ts";

/**
 * A moment of the primary: everything that was acknowledged before it is in the log up to `lsn`.
 * Positions of different timelines cannot be compared.
 */
export interface Position {
  /**
   * The number of the timeline, as in the names of WAL files. A replica is asked with the system
   * identifier of the cluster before it, as in `primary_timeline`.
   */
  readonly timeline: string;
  /** Bytes since the beginning of the write-ahead log. */
  readonly lsn: bigint;
}

// A commit is acknowledged once it is flushed, and only what is flushed is sent to a standby. The
// cluster's identifier is left out: to learn it costs as much as a small read.
/** The columns in which a statement on the primary returns its position; null on a standby. */
export const positionColumns = `
  case when not pg_is_in_recovery() then left(pg_walfile_name(pg_current_wal_flush_lsn()), 8) end
    as timeline,
  case when not pg_is_in_recovery() then pg_current_wal_flush_lsn() - '0/0' end::bigint as lsn`;

// Only the timeline of the server that runs it can be written.
/** Writes the timeline of the primary, by which its replicas are known, and returns it. */
export const recordTimeline = `with recorded as (
    insert into primary_timeline (timeline) select akiba_timeline() on conflict do nothing)
  select akiba_timeline() as timeline`;

/** Why the replica does not serve. */
export type ReplicaTrouble =
  /** It does not answer. */
  | "away"
  /** It follows another primary, or is behind. */
  | "behind"
  /** The server accepts writes, or something drops the portal's settings. */
  | "not-a-standby";

/** The outcome of a read that the replica might have answered. */
export type ReplicaOutcome = "replica" | "set-aside" | "behind" | "away" | "conflict";

interface ReplicaOptions {
  readonly connection: pg.PoolConfig;
  readonly poolSize: number;
  readonly limits?: Limits;
  readonly settings: SessionSettings;
  readonly onConnectionError: (error: Error) => void;
}

/** The report of a server about itself. */
interface Standing {
  readonly standby: boolean;
  readonly role: string;
  readonly follows: boolean;
  readonly lsn: bigint;
}

// A replica of another cluster that was restored from a backup has the row, but its own identifier.
const findStanding = `select pg_is_in_recovery() as standby, current_setting('role') as role,
  exists (select from primary_timeline t where t.timeline = $1 and split_part(t.timeline, '/', 1)
    = (select system_identifier::text from pg_control_system())) as follows,
  coalesce(pg_last_wal_replay_lsn() - '0/0', 0)::bigint as lsn`;

const LOOK_EVERY_MS = 1000;
const LONGEST_PAUSE_MS = 10;

/**
 * A standby that answers reads. It answers a read only once it holds everything that was
 * acknowledged before the read began. The read waits a moment for that; otherwise the primary
 * answers.
 */
export class Replica {
  readonly #pool: ConnectionPool;
  readonly #options: ReplicaOptions;
  readonly #waitMs: number;
  /**
   * The position that each connection has reached; a restart of the server closes the connections.
   */
  readonly #reached = new WeakMap<pg.ClientBase, Position>();
  readonly #outcomes = new Map<ReplicaOutcome, number>();
  readonly #looking: NodeJS.Timeout;
  /** Rejects the reads in progress when the replica stops answering. */
  #leave = new Leave();
  #trouble: ReplicaTrouble | null = "away";
  /** The last awaited position; the replica serves again once it has reached it. */
  #owed: Position = { timeline: "", lsn: 0n };
  #watcher: pg.Client | null = null;
  #look: Promise<void> | null = null;
  #waitedMs = 0;

  constructor(options: ReplicaOptions) {
    const { limits = limitDefaults } = options;
    this.#options = options;
    this.#waitMs = limits.replicaWaitMilliseconds;
    this.#pool = new ConnectionPool({ ...options, limits, settingsBy: "startup" });
    this.#looking = setInterval(() => void this.look(), LOOK_EVERY_MS);
    this.#looking.unref();
    void this.look();
  }

  /** Why it does not serve; null while it does. */
  get trouble(): ReplicaTrouble | null {
    return this.#trouble;
  }

  /** The number of reads by outcome, and their total wait for the replica. */
  get figures(): {
    readonly outcomes: ReadonlyMap<ReplicaOutcome, number>;
    readonly waitedMilliseconds: number;
  } {
    return { outcomes: this.#outcomes, waitedMilliseconds: this.#waitedMs };
  }

  /** Reads at a position or later; null if the primary has to answer. */
  async read<T>(
    position: Position,
    run: (client: pg.PoolClient) => Promise<T>,
  ): Promise<{ readonly found: T } | null> {
    if (this.#trouble !== null) return this.#unanswered("set-aside", position);
    try {
      const reading = this.#pool.use(async (client) => {
        if (!(await this.#reaches(client, position))) return null;
        return { found: await run(client) };
      });
      const result = await this.#leave.unless(reading);
      if (result === null) return this.#unanswered("behind", position);
      this.#count("replica");
      return result;
    } catch (error) {
      const outcome = outcomeOf(error);
      if (outcome === null) throw error;
      return this.#unanswered(outcome, position);
    }
  }

  /** Examines the replica, and starts or stops serving from it. Callers share one examination. */
  look(): Promise<void> {
    this.#look ??= this.#examine().finally(() => {
      this.#look = null;
    });
    return this.#look;
  }

  async close(): Promise<void> {
    clearInterval(this.#looking);
    await this.#look;
    await this.#watcher?.end().catch(() => {});
    await this.#pool.end();
  }

  /** Waits, within the limit, until the server of a connection has a position. */
  async #reaches(client: pg.PoolClient, position: Position): Promise<boolean> {
    const reached = this.#reached.get(client);
    if (reached?.timeline === position.timeline && reached.lsn >= position.lsn) return true;
    const began = performance.now();
    try {
      for (let rest = 1; ; rest = Math.min(2 * rest, LONGEST_PAUSE_MS)) {
        const { standby, follows, lsn } = await standingOf(client, position.timeline);
        if (!standby || !follows) return false;
        this.#reached.set(client, { timeline: position.timeline, lsn });
        if (lsn >= position.lsn) return true;
        if (performance.now() - began + rest > this.#waitMs) return false;
        await pause(rest);
      }
    } finally {
      this.#waitedMs += performance.now() - began;
    }
  }

  async #examine(): Promise<void> {
    try {
      const watcher = (this.#watcher ??= await this.#connect());
      this.#settle(this.#troubleOf(await standingOf(watcher, this.#owed.timeline)));
    } catch {
      void this.#watcher?.end().catch(() => {});
      this.#watcher = null;
      this.#settle("away");
    }
  }

  #troubleOf({ standby, role, follows, lsn }: Standing): ReplicaTrouble | null {
    const { settings } = this.#options;
    if (!standby || role !== settings["role"]) return "not-a-standby";
    const isReached = this.#owed.timeline === "" || (follows && lsn >= this.#owed.lsn);
    return isReached ? null : "behind";
  }

  #settle(trouble: ReplicaTrouble | null): void {
    this.#trouble = trouble;
    if (trouble !== "away") return;
    this.#leave.now();
    this.#leave = new Leave();
  }

  #unanswered(outcome: ReplicaOutcome, position: Position): null {
    this.#count(outcome);
    if (outcome === "behind") {
      this.#owed = position;
      this.#trouble ??= "behind";
    }
    if (outcome === "away") void this.look();
    return null;
  }

  #count(outcome: ReplicaOutcome): void {
    this.#outcomes.set(outcome, (this.#outcomes.get(outcome) ?? 0) + 1);
  }

  async #connect(): Promise<pg.Client> {
    const { connection, settings } = this.#options;
    const client = new pg.Client({
      ...connection,
      connectionTimeoutMillis: LOOK_EVERY_MS,
      query_timeout: LOOK_EVERY_MS,
      options: startupOptions(settings, connection.options),
      types: { getTypeParser },
    });
    client.on("error", () => {});
    try {
      await client.connect();
    } catch (error) {
      void client.end().catch(() => {});
      throw error;
    }
    return client;
  }
}

/** Thrown into the reads under way on a replica that no longer answers. */
class ReplicaLeft extends Error {}

/** Lets many reads be given up at once. */
class Leave {
  #reject: (reason: Error) => void = () => {};
  readonly #left: Promise<never>;

  constructor() {
    this.#left = new Promise<never>((_resolve, reject) => {
      this.#reject = reject;
    });
    this.#left.catch(() => {});
  }

  /** The result of a read, unless the replica is abandoned before it arrives. */
  unless<T>(reading: Promise<T>): Promise<T> {
    return Promise.race([reading, this.#left]);
  }

  now(): void {
    this.#reject(new ReplicaLeft("the replica does not answer"));
  }
}

async function standingOf(client: pg.ClientBase, timeline: string): Promise<Standing> {
  const query = { name: "replica-standing", text: findStanding, values: [timeline] };
  const { rows } = await client.query<Standing>(query);
  const [standing] = rows;
  if (standing === undefined) throw new Error("the replica returned no row");
  return standing;
}

/** The server is down, starting, frozen or has no free connection. */
const AWAY = /^(08|53|57P0|ECONN|EPIPE|ENOENT|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_AGAIN)/;
const AWAY_MESSAGE = /Connection terminated|not queryable|Query read timeout|timeout exceeded/;
/** Replay removed rows that the read needed, or the statement cannot run on a standby. */
const CONFLICT = /^(40001|40P01|55P03|25006)$/;

/** Why the primary has to answer after an error; null for an error of the read itself. */
function outcomeOf(error: unknown): ReplicaOutcome | null {
  if (error instanceof Problem || !(error instanceof Error)) return null;
  if (error instanceof ReplicaLeft || AWAY_MESSAGE.test(error.message)) return "away";
  const { code } = error as { code?: unknown };
  if (typeof code !== "string") return null;
  if (CONFLICT.test(code)) return "conflict";
  return AWAY.test(code) ? "away" : null;
}
