import { readdir, rm, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Log } from "#server/kernel/platform/log.ts";
import { keptBackups } from "./kept-backups.ts";
import type { BesideMembers } from "./low-priority.ts";

interface NightlyOptions {
  /** The folder of backups; the nightly ones are in a subfolder. */
  readonly folder: string;
  readonly beside: BesideMembers;
  readonly log: Log;
}

/** Separate from backups that people made, which are never deleted. */
const NIGHTLY = "nightly";

/** A file that is not whole is deleted after a day; a younger one may still be written. */
const PART_MS = 86_400_000;

/** The rights of the portal suffice, so the owner's are left out. */
const asPortal = { DATABASE_OWNER_URL: "" };

/**
 * Makes the nightly backup without delaying members, then deletes those that are no longer kept.
 * Throws if no backup was made.
 */
export async function backUpNightly({ folder, beside, log }: NightlyOptions): Promise<void> {
  const nightly = join(folder, NIGHTLY);
  const said = await beside.run(["backup", "--to", nightly], asPortal);
  const [path = ""] = said.split("\n");
  const madeAt = instantOf(basename(path));
  if (madeAt === null) throw new Error(`the nightly backup has no name: ${said}`);
  await tidyBackups(nightly, madeAt);
  log.info("the nightly backup is made");
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
