import type { ClientConfig } from "pg";
import type { Config } from "./config.ts";
import { placeOfCluster, placeOfServer } from "./database-home.ts";
import { startEmbeddedPostgres } from "./embedded-postgres.ts";
import { hasCluster } from "./embedded-postgres-place.ts";

/** The connections to the database: as its owner, which migrates, and as the application. */
export interface OpenedDatabase {
  /** Null if only the application's address was given. */
  readonly owner: ClientConfig | null;
  readonly app: ClientConfig;
  /** The place by which the database knows whether it is at home. */
  readonly place: string;
  /** Releases the embedded database; the last holder stops it. */
  readonly close: () => Promise<void>;
}

/** Opens the configured database, or the embedded one of its data folder. */
export async function openDatabase(config: Config): Promise<OpenedDatabase> {
  const { databaseUrl, databaseOwnerUrl } = config;
  if (databaseUrl !== null) {
    return {
      owner: databaseOwnerUrl === null ? null : { connectionString: databaseOwnerUrl },
      app: { connectionString: databaseUrl },
      place: config.databasePlace ?? placeOfServer(databaseUrl),
      close: async () => {},
    };
  }
  const postgres = await startEmbeddedPostgres({ dataDir: config.dataDir });
  const { connection, cluster } = postgres;
  const place = placeOfCluster(cluster);
  return { owner: connection, app: connection, place, close: () => postgres.stop() };
}

/** Opens an existing database; throws an error for the operator if it would have to create one. */
export async function openExistingDatabase(config: Config): Promise<OpenedDatabase> {
  const { databaseUrl, dataDir } = config;
  if (databaseUrl === null && !hasCluster(dataDir)) {
    throw new Error(
      `There is no database: DATABASE_URL is not set, and ${dataDir} holds none. Set ` +
        "DATABASE_URL or DATA_DIR as the portal has it, or start the portal first (npm start).",
    );
  }
  return openDatabase(config);
}
