import * as z from "zod/mini";
import { type Database, type Snapshot, statement } from "#server/platform/database.ts";
import { type AccountCode, chartOfAccounts, chartRow, normalSign } from "./chart-of-accounts.ts";
import { permittedSides } from "./journal.ts";
import { type Check, checks } from "./reconcile-checks.ts";

/** Where the books do not tie: what was looked at, and the two figures that should agree. */
export interface Finding {
  readonly check: Check;
  readonly subject: string;
  readonly expected: string;
  readonly found: string;
}

const row = z.object({ subject: z.string(), expected: z.string(), found: z.string() });

// All of a large society's lines take longer to add than a request may.
const takeYourTime = statement({
  text: "select set_config('statement_timeout', '0', true) as allowed",
  row: z.object({ allowed: z.string() }),
});

/**
 * Adds the books up again from the lines and gives every disagreement, none when they tie. All
 * checks see one moment while others post; the run and its findings are kept.
 */
export async function reconcile(database: Database): Promise<Finding[]> {
  const findings = await database.snapshot(async (snapshot) => {
    await snapshot.rows(takeYourTime);
    const all: Finding[] = [];
    for (const check of Object.keys(checks) as Check[]) {
      all.push(...(await run(snapshot, check)));
    }
    return all;
  });
  await database.unitOfWork("reconciler", (work) =>
    work.run("insert into reconciliation (findings) values ($1::jsonb)", [
      JSON.stringify(findings),
    ]),
  );
  return findings;
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
