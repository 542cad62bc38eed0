import * as z from "zod/mini";
import { type Database, statement } from "./database.ts";

// Without special rights, only the number of standbys can be read, and that they are synchronous
// by the setting.
const findStandbys = statement({
  text: `select (select count(*) from pg_stat_replication)::int as standbys,
    current_setting('synchronous_standby_names') as names`,
  row: z.object({ standbys: z.int(), names: z.string() }),
});

/** Whether a database has a standby, and whether a commit waits for it. */
export async function standbyOf(database: Database): Promise<"none" | "synchronous" | "late"> {
  const [found] = await database.one(findStandbys);
  if (found === undefined || found.standbys === 0) return "none";
  return found.names === "" ? "late" : "synchronous";
}

/** Returns a warning for the operator about a standby for which commits do not wait. */
export const lateStandbyWords =
  "there is a standby, and synchronous_standby_names is empty: a failover would lose what was " +
  "acknowledged last. Set it: docs/operations.md.";
