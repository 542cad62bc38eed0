import type { Config } from "./config.ts";
import { storageOf } from "./folder-storage.ts";

type Given = Readonly<Record<string, string | undefined>>;

/** Names the faults in the settings of the database and its backups, in production. */
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

const advice =
  "Connect a second disk, or mount a share of another machine, and name a folder on it in " +
  "AKIBA_BACKUP_DIR";

/**
 * Returns why the embedded database must not hold a society's books here, in words for the
 * operator; null if its backups outlive its disk, or if the database is not embedded.
 */
export function backupDiskProblem(
  { databaseUrl, dataDir, backups }: Pick<Config, "databaseUrl" | "dataDir" | "backups">,
  storage = storageOf,
): string | null {
  const { folder } = backups;
  if (databaseUrl !== null || folder === null) return null;
  const [data, kept] = [storage(dataDir), storage(folder)];
  if (data.kind === "memory") {
    return (
      `DATA_DIR (${dataDir}) is in memory: the books are gone after a restart. ` +
      "Name a folder on a disk in DATA_DIR."
    );
  }
  if (kept.kind === "memory") {
    return (
      `AKIBA_BACKUP_DIR (${folder}) is in memory: the backups are gone after a restart. ` +
      `${advice}.`
    );
  }
  if (kept.kind === "container") {
    return (
      `AKIBA_BACKUP_DIR (${folder}) is inside the container: the backups are deleted with it. ` +
      "Mount a volume there that is on another disk than the volume of DATA_DIR."
    );
  }
  const shared = data.kind === "kept" ? data.on.filter((name) => kept.on.includes(name)) : [];
  if (shared.length === 0) return null;
  return (
    `AKIBA_BACKUP_DIR (${folder}) is on the same disk as DATA_DIR (${dataDir}), ` +
    `${shared.join(" and ")}: when that disk fails, the books and their backups are lost ` +
    `together. ${advice}. A partition or volume of the same disk is not enough.`
  );
}

/** Throws an error for the operator unless the backups of an embedded database are elsewhere. */
export function rejectSharedDisk(config: Config): void {
  const problem = backupDiskProblem(config);
  if (problem !== null) throw new Error(problem);
}
