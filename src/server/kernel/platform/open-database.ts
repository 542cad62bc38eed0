import type { Config } from "./config.ts";
import type { DatabaseOptions } from "./database.ts";
import { placeOfCluster, placeOfServer } from "./database-home.ts";
import { type Address, addressOf } from "./server-hosts.ts";
import { startEmbeddedPostgres } from "./embedded-postgres.ts";
import { rejectSharedDisk } from "./production-database.ts";
import { hasCluster } from "./embedded-postgres-place.ts";

/** The connections to the database: as its owner, which migrates, and as the application. */
export interface OpenedDatabase {
  /** Null if only the application's address was given. */
  readonly owner: Address | null;
  readonly app: Address;
  /** A connection that keeps its session, as a backup needs; null behind a pooler alone. */
  readonly direct: Address | null;
  /** The standby that answers reads; null without one. */
  readonly replica: Address | null;
  /** The place of the database, used to detect a copied database. */
  readonly place: string;
  /** How the portal uses its connections, for `new Database`. */
  readonly access: Access;
  /** Releases the embedded database; the last holder stops it. */
  readonly close: () => Promise<void>;
}

type Access = Required<
  Pick<DatabaseOptions, "connection" | "place" | "settingsBy" | "preparesStatements">
>;

/** Opens the configured database, or the embedded one of its data folder. */
export async function openDatabase(config: Config): Promise<OpenedDatabase> {
  const { databaseUrl } = config;
  if (databaseUrl !== null) return addressed(config, databaseUrl);
  const postgres = await startEmbeddedPostgres({ dataDir: config.dataDir });
  const { connection, cluster } = postgres;
  const place = placeOfCluster(cluster);
  return {
    owner: connection,
    app: connection,
    direct: connection,
    replica: null,
    place,
    access: {
      connection,
      place,
      settingsBy: "startup",
      preparesStatements: config.preparesStatements,
    },
    close: () => postgres.stop(),
  };
}

/** Opens the database for a portal; first throws if its books and backups share a disk. */
export async function openForPortal(config: Config): Promise<OpenedDatabase> {
  if (config.mode === "production") rejectSharedDisk(config);
  return openDatabase(config);
}

function addressed(config: Config, url: string): OpenedDatabase {
  const at = (address: string | null) => (address === null ? null : addressOf(address));
  const app = addressOf(url);
  const place = config.databasePlace ?? placeOfServer(url);
  const isPooled = config.databasePooler !== "none";
  return {
    owner: at(config.databaseOwnerUrl),
    app,
    direct: at(config.databaseDirectUrl) ?? (isPooled ? null : app),
    replica: at(config.databaseReadUrl),
    place,
    access: {
      connection: app,
      place,
      settingsBy: isPooled ? "transaction" : "startup",
      preparesStatements: config.preparesStatements,
    },
    close: async () => {},
  };
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
