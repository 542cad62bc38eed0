import { randomBytes } from "node:crypto";
import type pg from "pg";
import * as z from "zod/mini";
import { type Database, sqlState, statement } from "./database.ts";
import type { OpenedDatabase } from "./open-database.ts";
import { openClient } from "./server-hosts.ts";

const millisecondsOf = (name: string) =>
  `(extract(epoch from current_setting('${name}')::interval) * 1000)::bigint::text`;

const findSettings = statement({
  text: `select current_user::text as role, current_setting('timezone') as timezone,
    ${millisecondsOf("statement_timeout")} as statement_timeout,
    ${millisecondsOf("lock_timeout")} as lock_timeout,
    ${millisecondsOf("idle_in_transaction_session_timeout")}
      as idle_in_transaction_session_timeout,
    coalesce(current_setting('akiba.place', true), '') as "akiba.place",
    current_setting('transaction_isolation') as isolation`,
  row: z.record(z.string(), z.string()),
});

/**
 * Throws an error for the operator unless a read, a snapshot and a unit of work run with the role,
 * the limits, the place and the isolation that the portal relies on. A pooler may drop them without
 * an error.
 */
export async function rejectLostSettings(database: Database): Promise<void> {
  const { settings } = database;
  const snapshot = { ...settings, isolation: "repeatable read" };
  const work = { ...settings, isolation: "read committed" };
  const lost = [
    ...differences(settings, await database.one(findSettings)),
    ...differences(snapshot, await database.snapshot((s) => s.rows(findSettings))),
    ...differences(work, await database.unitOfWork("start", (w) => w.rows(findSettings))),
  ];
  if (lost.length === 0) return;
  throw new Error(
    `The database does not run with the portal's settings: ${[...new Set(lost)].join("; ")}. If ` +
      "DATABASE_URL names a pooler, such as PgBouncer, set DATABASE_POOLER=pgbouncer; otherwise " +
      "remove what changes them on the way to the server: docs/operations.md.",
  );
}

function differences(
  wanted: Readonly<Record<string, string>>,
  [found = {}]: readonly Readonly<Record<string, string>>[],
): string[] {
  return Object.entries(wanted)
    .filter(([name, value]) => found[name] !== value)
    .map(([name, value]) => `${name} is "${found[name] ?? ""}" instead of "${value}"`);
}

/** The number of rounds, because a busy pooler may by chance give the same connection twice. */
const ROUNDS = 5;
const UNKNOWN_OR_KNOWN_ALREADY = new Set(["26000", "42P05"]);

/**
 * Throws an error for the operator if statements that were prepared on a connection are unknown on
 * the next one, as behind a PgBouncer before 1.21 or without `max_prepared_statements`.
 */
export async function rejectLostStatements({ access }: OpenedDatabase): Promise<void> {
  if (access.settingsBy === "startup" || !access.preparesStatements) return;
  const open = () => openClient(access.connection);
  const clients = [await open(), await open()] as const;
  try {
    for (let round = 0; round < ROUNDS; round += 1) await prepareOnBoth(clients);
  } catch (error) {
    if (!UNKNOWN_OR_KNOWN_ALREADY.has(sqlState(error) ?? "")) throw error;
    throw new Error(
      "The pooler loses prepared statements. Set DATABASE_PREPARED_STATEMENTS=off, or use " +
        "PgBouncer 1.21 or later with max_prepared_statements: docs/operations.md.",
      { cause: error },
    );
  } finally {
    for (const client of clients) await client.end().catch(() => {});
  }
}

/** Both prepare the same name; then the first runs it again, perhaps where it is unknown. */
async function prepareOnBoth([one, other]: readonly [pg.Client, pg.Client]): Promise<void> {
  const prepared = { name: `check-${randomBytes(6).toString("hex")}`, text: "select 1 as one" };
  await one.query(prepared);
  await other.query(prepared);
  await one.query(prepared);
}
