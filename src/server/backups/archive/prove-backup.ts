import { Problem } from "#server/kernel/platform/problem.ts";
import type { BesideMembers } from "./low-priority.ts";
import { newestNightly } from "./nightly-backup.ts";

interface ProofOptions {
  /** The folder of backups; the nightly ones are in a subfolder. */
  readonly folder: string;
  readonly beside: BesideMembers;
}

/**
 * Proves the newest nightly backup while the portal serves: restores it into a scratch database,
 * reconciles its books and verifies its audit log. Throws if the backup cannot be restored, and
 * `in-progress` while there is no backup yet.
 */
export async function proveNewestBackup({ folder, beside }: ProofOptions): Promise<void> {
  const file = await newestNightly(folder);
  if (file === null) throw new Problem("in-progress");
  await beside.run(["backup", "verify", file, "--into-scratch"]);
}
