import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type ClientBase, escapeLiteral, type PoolClient } from "pg";
import { from as copyFrom } from "pg-copy-streams";
import type { Runner } from "./connection-pool.ts";
import type { AuditEntry, Snapshot, Statement, UnitOfWork, Value } from "./database.ts";
import { timed } from "./statement-times.ts";

const SLOW_ANSWER_TIMEOUT_MS = 86_400_000;

/** How statements run: without their names, and without the driver's time limit. */
export interface Manner {
  readonly unnamed?: boolean;
  readonly slow?: boolean;
}

/** The driver's time limit for an answer, where it differs from the pool's. */
function patienceOf({ slow }: Manner): { readonly query_timeout?: number } {
  return slow === true ? { query_timeout: SLOW_ANSWER_TIMEOUT_MS } : {};
}

/** Runs a declared statement and checks its rows. */
export async function select<Row>(
  on: Runner | ClientBase,
  { name, text, row, slow }: Statement<Row>,
  values: readonly Value[],
  manner: Manner,
): Promise<Row[]> {
  const query = name === undefined || manner.unnamed === true ? { text } : { name, text };
  const given = { ...query, ...patienceOf(slow === true ? { slow } : manner) };
  const timing = name === undefined ? { text } : { name, text };
  const result = await timed(timing, () => on.query({ ...given, values: [...values] }));
  return result.rows.map((found) => row.parse(found));
}

interface Surroundings {
  readonly afterCommit: (() => void)[];
  readonly manner: Manner;
}

/** A unit of work in the transaction of a client. */
export class ClientUnitOfWork implements UnitOfWork {
  readonly actor: string;
  readonly #client: PoolClient;
  readonly #afterCommit: (() => void)[];
  readonly #audit: AuditEntry[] = [];
  #manner: Manner;

  constructor(client: PoolClient, actor: string, { afterCommit, manner }: Surroundings) {
    this.#client = client;
    this.actor = actor;
    this.#afterCommit = afterCommit;
    this.#manner = manner;
  }

  rows<Row>(declared: Statement<Row>, values: readonly Value[] = []): Promise<Row[]> {
    return select(this.#client, declared, values, this.#manner);
  }

  async first<Row>(declared: Statement<Row>, values: readonly Value[] = []): Promise<Row | null> {
    return (await this.rows(declared, values))[0] ?? null;
  }

  async run(text: string, values: readonly Value[] = []): Promise<number> {
    const query = { text, values: [...values], ...patienceOf(this.#manner) };
    const result = await timed({ text }, () => this.#client.query(query));
    return result.rowCount ?? 0;
  }

  async copyIn(text: string, rows: Readable): Promise<void> {
    const copying = Object.assign(copyFrom(text), patienceOf(this.#manner));
    await pipeline(rows, this.#client.query(copying));
  }

  async takeTime(): Promise<void> {
    await this.run("set local statement_timeout = 0");
    await this.run("set local idle_in_transaction_session_timeout = 0");
    this.#manner = { ...this.#manner, slow: true };
  }

  audit(entry: AuditEntry): void {
    this.#audit.push(entry);
  }

  afterCommit(action: () => void): void {
    this.#afterCommit.push(action);
  }

  /**
   * Writes the audit records and commits. The audit head serialises all writers, so it is locked
   * last, and in the message that commits: nobody waits while an answer travels.
   */
  async commit(): Promise<void> {
    const append = this.#audit.length === 0 ? "" : `select audit_append(${this.#records()}); `;
    const query = { text: `${append}commit`, ...patienceOf(this.#manner) };
    const named = { text: append === "" ? "commit" : "select audit_append" };
    const results = await timed(named, () => this.#client.query(query));
    const last = [results].flat().at(-1);
    // The database answers the commit of a failed transaction with its rollback.
    if (last?.command !== "COMMIT") throw new Error("the transaction had failed before its commit");
  }

  #records(): string {
    const records = this.#audit.map((entry) => ({ detail: {}, actor: this.actor, ...entry }));
    return `${escapeLiteral(JSON.stringify(records))}::jsonb`;
  }
}

/** A snapshot that runs a single statement. */
export function onlyOne(
  run: <Row>(declared: Statement<Row>, values: readonly Value[]) => Promise<Row[]>,
): Snapshot {
  let used = false;
  const rows = <Row>(declared: Statement<Row>, values: readonly Value[] = []) => {
    if (used) throw new Error("a one-statement read ran a second statement");
    used = true;
    return run(declared, values);
  };
  return { rows, first: async (declared, values) => (await rows(declared, values))[0] ?? null };
}
