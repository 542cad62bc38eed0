import type { ClientConfig } from "pg";
import type { Config } from "./config.ts";
import { startEmbeddedPostgres } from "./embedded-postgres.ts";

/** How the database is reached: as its owner, who migrates, and as the application. */
export interface OpenedDatabase {
  readonly owner: ClientConfig;
  readonly app: ClientConfig;
  /** Lets go of the embedded database, which the last one to let go stops. */
  readonly close: () => Promise<void>;
}

/** Opens the database the configuration names, or the embedded one of its data folder. */
export async function openDatabase(config: Config): Promise<OpenedDatabase> {
  if (config.databaseUrl) {
    const app = { connectionString: config.databaseUrl };
    const owner = { connectionString: config.databaseOwnerUrl ?? config.databaseUrl };
    return { owner, app, close: async () => {} };
  }
  const postgres = await startEmbeddedPostgres({ dataDir: config.dataDir });
  return { owner: postgres.connection, app: postgres.connection, close: () => postgres.stop() };
}
