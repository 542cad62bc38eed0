import { join } from "node:path";
import type { Config } from "./config.ts";
import { closeToOthers } from "./connect-right.ts";
import { settleHome, homeStateOf } from "./database-home.ts";
import { Database } from "./database.ts";
import { rejectOtherMode, settleMode } from "./database-mode.ts";
import { migrate, rejectOutdated, type SchemaState } from "./migrate.ts";
import type { OpenedDatabase } from "./open-database.ts";

/**
 * Makes an opened database ready for a program of this mode, or throws an error for the operator
 * before it changed anything. Migrates if the owner's address is known.
 */
export async function readyDatabase(
  { owner, app }: OpenedDatabase,
  { mode }: Config,
  root: string,
): Promise<SchemaState> {
  const directory = join(root, "migrations");
  if (owner === null) {
    return rejectOutdated(app, directory, (client) => rejectOtherMode(client, mode));
  }
  return migrate(owner, directory, async (client) => {
    await rejectOtherMode(client, mode);
    await closeToOthers(client, app);
  });
}

/** Stores a database's mode and home at the first start; returns whether it is held. */
export async function settleDatabase(database: Database, { mode }: Config): Promise<boolean> {
  const homeState = await homeStateOf(database);
  await settleMode(database, homeState.mode, mode);
  if (!homeState.settled) await settleHome(database);
  return homeState.held;
}
