import { reconcile } from "#server/ledger/journal/reconcile.ts";
import type { Database } from "#server/kernel/platform/database.ts";

/** Adds up the books in other ways and prints what does not agree; returns the exit code. */
export async function proveBooks(database: Database): Promise<number> {
  const findings = await reconcile(database);
  for (const finding of findings) console.log(JSON.stringify(finding));
  console.log(findings.length === 0 ? "The books agree." : `${findings.length} do not agree.`);
  return findings.length === 0 ? 0 : 1;
}
