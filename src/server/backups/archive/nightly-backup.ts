import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Connection } from "#server/kernel/platform/copy-session.ts";
import type { Log } from "#server/kernel/platform/log.ts";
import { keptBackups } from "./kept-backups.ts";
import { makeBackup } from "./make-backup.ts";

interface NightlyOptions {
  /** The role of the application suffices. */
  readonly connection: Connection;
  readonly folder: string;
  readonly passphrase: string | null;
  readonly log: Log;
}

/** Apart from backups that people made, which are never deleted. */
const NIGHTLY = "nightly";

/** A file that is not whole is deleted after a day; a younger one may still be written. */
const PART_MS = 86_400_000;

/** Makes the backup of the night and then deletes those that are no longer kept. */
export async function backUpNightly(options: NightlyOptions): Promise<void> {
  const { connection, passphrase, log } = options;
  const folder = join(options.folder, NIGHTLY);
  const made = await makeBackup({ connection, folder, passphrase });
  await tidyBackups(folder, made.madeAt);
  log.info("the nightly backup is made", { count: made.manifest.tables.length });
}

/** Returns the path of the newest nightly backup in a folder of backups, or null without one. */
export async function newestNightly(folder: string): Promise<string | null> {
  const nightly = join(folder, NIGHTLY);
  const names = await readdir(nightly).catch(() => []);
  // Their names sort by time.
  const newest = names
    .filter((name) => instantOf(name) !== null)
    .toSorted()
    .at(-1);
  return newest === undefined ? null : join(nightly, newest);
}

/** Deletes nightly backups past their time and unfinished files; returns their number. */
export async function tidyBackups(folder: string, now: Date): Promise<number> {
  const names = await readdir(folder);
  const made = names.map((name) => ({ name, at: instantOf(name) }));
  const kept = new Set(keptBackups(made.flatMap(({ at }) => (at === null ? [] : [at]))));
  const past = made.filter(({ at }) => at !== null && !kept.has(at)).map(({ name }) => name);
  for (const name of names) {
    if (!PART_NAME.test(name)) continue;
    const { mtimeMs } = await stat(join(folder, name));
    if (now.getTime() - mtimeMs > PART_MS) past.push(name);
  }
  for (const name of past) await rm(join(folder, name), { force: true });
  return past.length;
}

const NAME = /^akiba-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.backup$/;
const PART_NAME = /^akiba-\d{8}T\d{6}Z\.backup\.part$/;

/** When a backup was made, by its name; null for any other file, which stays. */
function instantOf(name: string): Date | null {
  if (!NAME.test(name)) return null;
  const at = new Date(name.replace(NAME, "$1-$2-$3T$4:$5:$6Z"));
  return Number.isNaN(at.getTime()) ? null : at;
}
