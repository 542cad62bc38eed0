import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { Problem } from "#server/kernel/platform/problem.ts";
import { lowerPriority } from "./low-priority.ts";
import { newestNightly } from "./nightly-backup.ts";

const run = promisify(execFile);

interface ProofOptions {
  /** The folder of backups; the nightly ones are in a folder of their own inside. */
  readonly folder: string;
  /** The built command line. */
  readonly program: string;
}

/**
 * Proves the newest nightly backup: restores it into a scratch database, adds up its books and
 * follows its audit log, all in a process of its own with a low priority, so that members wait for
 * none of it. Throws if the backup cannot be restored, and `in-progress` while there is none yet.
 */
export async function proveNewestBackup({ folder, program }: ProofOptions): Promise<void> {
  const file = await newestNightly(folder);
  if (file === null) throw new Problem("in-progress");
  const given = [program, "backup", "verify", file, "--into-scratch"];
  const proof = run(process.execPath, given);
  if (proof.child.pid !== undefined) lowerPriority(proof.child.pid);
  await proof;
}
