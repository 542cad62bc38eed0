import * as z from "zod/mini";
import {
  type Database,
  type Snapshot,
  statement,
  type UnitOfWork,
} from "#server/kernel/platform/database.ts";
import { settleAlert } from "#server/oversight/alerts/alert.ts";
import type { Log } from "#server/kernel/platform/log.ts";
import { type AccountCode, chartOfAccounts, chartRow, normalSign } from "./chart-of-accounts.ts";
import { permittedSides } from "./permitted-kinds.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { inNairobi, nairobiDay } from "#server/kernel/platform/nairobi.ts";
import { type Check, checks } from "./reconcile-checks.ts";

/** A difference in the books: the check, and the two figures that should agree. */
export interface Finding {
  readonly check: Check;
  readonly subject: string;
  readonly expected: string;
  readonly found: string;
}

const row = z.object({ subject: z.string(), expected: z.string(), found: z.string() });

// Summing all lines of a large society takes longer than a request may.
const takeYourTime = statement({
  text: "select set_config('statement_timeout', '0', true) as allowed",
  row: z.object({ allowed: z.string() }),
});

// A run reads everything, so two at once would only slow each other down.
const takeTurn = statement({
  text: "select pg_try_advisory_xact_lock(20078) as alone",
  row: z.object({ alone: z.boolean() }),
});

/** The actor who starts the check, and a callback for its progress in percent. */
export interface RunOptions {
  readonly by?: string;
  readonly tell?: (percent: number) => void;
}

/**
 * Recalculates the books from the lines and returns every difference. All checks read one snapshot
 * while others post; the run and its findings are stored. Throws `in-progress` during another run.
 */
export async function reconcile(
  database: Database,
  { by = "reconciler", tell = () => {} }: RunOptions = {},
): Promise<Finding[]> {
  const began = performance.now();
  const findings = await database.snapshot(async (snapshot) => {
    await snapshot.rows(takeYourTime);
    const turn = await snapshot.first(takeTurn);
    if (turn?.alone !== true) throw new Problem("in-progress");
    return findingsIn(snapshot, tell);
  });
  const tookMs = performance.now() - began;
  await database.unitOfWork(by, (work) => keepRun(work, findings, { by, tookMs }));
  return findings;
}

/**
 * Recalculates the books in one snapshot, which another transaction may hold, and stores nothing.
 */
export async function findingsIn(
  snapshot: Snapshot,
  tell: (percent: number) => void = () => {},
): Promise<Finding[]> {
  const all: Finding[] = [];
  const named = Object.keys(checks) as Check[];
  for (const [done, check] of named.entries()) {
    tell((100 * done) / named.length);
    all.push(...(await run(snapshot, check)));
  }
  return all;
}

/** Stores a run with its findings and duration, and raises an alert if there are any findings. */
export async function keepRun(
  work: UnitOfWork,
  findings: readonly Finding[],
  { by, tookMs }: { readonly by: string; readonly tookMs: number },
): Promise<void> {
  await work.run(
    `insert into reconciliation (findings, ran_by, took_ms)
      values ($1::jsonb, $2, $3)`,
    [JSON.stringify(findings), by, Math.round(tookMs)],
  );
  await settleAlert(work, { kind: "books-disagree", count: findings.length });
}

const findRuns = statement({
  name: "ledger-runs",
  text: `select id, ran_at, ran_by, took_ms, jsonb_array_length(findings) as found,
      (select coalesce(jsonb_agg(f), '[]') from (
        select f from jsonb_array_elements(findings) f limit 50) as first) as findings
    from reconciliation order by id desc limit $1`,
  row: z.object({
    id: z.bigint(),
    ran_at: z.date(),
    ran_by: z.string(),
    took_ms: z.int(),
    found: z.int(),
    findings: z.array(z.object({ check: z.string(), ...row.shape })),
  }),
});

/** The last runs, newest first, each with the first of its findings. */
export function lastRuns(snapshot: Snapshot, limit: number) {
  return snapshot.rows(findRuns, [limit]);
}

const isNightDue = statement({
  text: `select extract(hour from ${inNairobi("akiba_now()")}) >= 2
      and not exists (select from reconciliation
        where ran_by = 'nightly' and ${nairobiDay("ran_at")} = akiba_today())
      as due`,
  row: z.object({ due: z.boolean() }),
});

/** Checks the books unless somebody already has tonight, and logs any differences. */
export async function reconcileNightly(database: Database, log: Log): Promise<boolean> {
  const [night] = await database.one(isNightDue);
  if (night?.due !== true) return false;
  const findings = await reconcile(database, { by: "nightly" });
  if (findings.length > 0) log.error("the books do not agree", { count: findings.length });
  return true;
}

async function run(snapshot: Snapshot, check: Check): Promise<Finding[]> {
  const { text, against } = checks[check];
  const values = { nothing: [], chart: chartColumns, "permitted sides": sideColumns }[against];
  const found = await snapshot.rows(statement({ text, row, slow: true }), values);
  return found.map((disagreement) => ({ check, ...disagreement }));
}

const codes = Object.keys(chartOfAccounts) as AccountCode[];
const chartColumns = [
  codes,
  codes.map((code) => chartRow(code).holder),
  codes.map((code) => normalSign(code)),
  codes.map((code) => chartRow(code).floor),
];

const sideColumns = [
  permittedSides.map(({ kind }) => kind),
  permittedSides.map(({ code }) => code),
  permittedSides.map(({ sign }) => sign),
  permittedSides.map(({ optional }) => optional),
];
