import { statSync } from "node:fs";
import { dirname } from "node:path";
import type { Config } from "./config.ts";

type Given = Readonly<Record<string, string | undefined>>;

/** Names what is wrong with the settings of the database and its backups, in production. */
export function rejectDatabase(
  given: Given,
  refuse: (name: string, wanted: string) => unknown,
): void {
  const isEmbedded = given["EMBEDDED_DATABASE"] === "production";
  if (!given["DATABASE_URL"] && !isEmbedded) {
    const small = "EMBEDDED_DATABASE=production for a small society";
    refuse("DATABASE_URL", `a PostgreSQL server's address, or ${small}`);
  }
  if (given["DATABASE_URL"] && isEmbedded) {
    refuse("EMBEDDED_DATABASE", "nothing where DATABASE_URL is set");
  }
  if (isEmbedded && !given["AKIBA_BACKUP_DIR"]) {
    refuse("AKIBA_BACKUP_DIR", "a folder on another disk, as the database is embedded");
  }
}

/**
 * Returns why the embedded database must not hold a society's books here, in words for the
 * operator; null if its backups are on another disk, or if the database is not embedded.
 */
export function backupDiskProblem({ databaseUrl, dataDir, backups }: Config): string | null {
  const { folder } = backups;
  if (databaseUrl !== null || folder === null) return null;
  if (diskOf(folder) !== diskOf(dataDir)) return null;
  return (
    `AKIBA_BACKUP_DIR (${folder}) is on the same disk as DATA_DIR (${dataDir}): when that disk ` +
    "fails, the books and their backups are lost together. Mount another disk there, or name a " +
    "folder on one."
  );
}

/** Throws an error for the operator unless the backups of an embedded database are elsewhere. */
export function rejectSharedDisk(config: Config): void {
  const problem = backupDiskProblem(config);
  if (problem !== null) throw new Error(problem);
}

/** The device that a folder is on, or will be on once it is made. */
function diskOf(folder: string): number {
  const found = statSync(folder, { throwIfNoEntry: false });
  return found?.dev ?? diskOf(dirname(folder));
}
