import type { Client } from "pg";
import * as z from "zod/mini";
import type { Config } from "./config.ts";
import { type Database, statement } from "./database.ts";
import { hasTable } from "./migrate.ts";

type Mode = Config["mode"];

/** The actor of the demo's history; no person of an office has this name. */
export const DEMO_ACTOR = "demo";

// In a database from before modes were stored, the first audit record names who began it.
const examine = `
  select exists (select from society) or exists (select from member) or exists (select from staff)
      as used,
    coalesce((select actor = '${DEMO_ACTOR}' from audit_record order by seq limit 1), false)
      as "beganAsDemo",
    exists (select from audit_record where actor = '${DEMO_ACTOR}') as "holdsDemo"`;

const findings = z.object({ used: z.boolean(), beganAsDemo: z.boolean(), holdsDemo: z.boolean() });

/**
 * Throws an error for the operator when a program of this mode must not use a database; changes
 * nothing.
 */
export async function rejectOtherMode(client: Client, mode: Mode): Promise<void> {
  const stored = (await hasTable(client, "database_mode")) ? await modeOf(client) : null;
  if (stored !== null) return rejectStored(stored, mode);
  if (!(await hasTable(client, "audit_record"))) return;
  const { rows } = await client.query(examine);
  rejectUnmarked(findings.parse(rows[0]), mode);
}

async function modeOf(client: Client): Promise<string | null> {
  const { rows } = await client.query<{ mode: string }>("select mode from database_mode");
  return rows[0]?.mode ?? null;
}

function rejectStored(stored: string, mode: Mode): void {
  if (stored === mode) return;
  throw new Error(
    `This database was begun with AKIBA_MODE=${stored}, and this start is ${said(mode)}. A ` +
      "database never changes its mode. " +
      `Set AKIBA_MODE=${stored}, or name another, empty database with DATABASE_URL or DATA_DIR.`,
  );
}

/** A database without a stored mode is empty, the demo's, or real books. */
function rejectUnmarked(found: z.output<typeof findings>, mode: Mode): void {
  if (!found.used) return;
  if (mode === "production" && found.holdsDemo) {
    throw new Error(
      "This database holds the demo's members and staff, whose passwords are published, so it " +
        "cannot serve in production. Restore the backup from before the demo was started on it, " +
        "or name another database with DATABASE_URL.",
    );
  }
  const isOurs = mode === "production" || (mode === "demo" && found.beganAsDemo);
  if (isOurs) return;
  throw new Error(
    `This database holds members or staff of a society, and this start is ${said(mode)}. Set ` +
      "AKIBA_MODE=production to serve them, or name another, empty database with DATABASE_URL " +
      "or DATA_DIR.",
  );
}

function said(mode: Mode): string {
  const why = mode === "demo" ? ", which is also what an unset AKIBA_MODE means" : "";
  return `AKIBA_MODE=${mode}${why}`;
}

const keepMode = statement({
  text: `with kept as (
      insert into database_mode (mode) values ($1) on conflict (id) do nothing returning mode
    )
    select mode from kept union all select mode from database_mode`,
  row: z.object({ mode: z.string() }),
});

/**
 * Stores the mode at a database's first start; throws if another one is stored, which a start at
 * the same moment may have done since the first check.
 */
export async function settleMode(
  database: Database,
  stored: string | null,
  mode: Mode,
): Promise<void> {
  if (stored !== null) return rejectStored(stored, mode);
  const [kept] = await database.oneWrite("start", keepMode, [mode]);
  // A value that the other start wrote while this statement ran is visible only to the next
  // statement.
  return settleMode(database, kept?.mode ?? null, mode);
}
