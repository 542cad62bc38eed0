import { statSync } from "node:fs";
import { hostname } from "node:os";
import { Client } from "pg";
import * as z from "zod/mini";
import { addressesIn } from "./server-hosts.ts";
import { type Database, type Snapshot, statement, type UnitOfWork } from "./database.ts";

/**
 * Names an embedded database by the path and creation time of its folder: a copy has another path,
 * and a copy restored to the same place is a new folder there.
 */
export function placeOfCluster(cluster: string): string {
  const { ino, birthtimeMs } = statSync(cluster, { bigint: true });
  return `${cluster} (${ino}-${birthtimeMs})`;
}

/**
 * Names a database server by its configured address, so that a standby that takes over the name is
 * not held. An address of this machine means another server on any other machine.
 */
export function placeOfServer(url: string): string {
  const servers = (addressesIn(url) ?? [url]).map(
    (connectionString) => new Client({ connectionString }),
  );
  const isLocal = servers.some(({ host }) => /^(\/|localhost$|127\.|::1$)/.test(host));
  const hosts = servers.map(({ host, port }) => `${host}:${port}`).join(",");
  return `${isLocal ? `${hostname()} ` : ""}${hosts}/${servers[0]?.database ?? ""}`;
}

const findHomeState = statement({
  text: `select (select mode from database_mode) as mode, akiba_held() as held,
    exists (select from database_home) as settled`,
  row: z.object({ mode: z.nullable(z.string()), held: z.boolean(), settled: z.boolean() }),
});

/** The database's record of itself: its mode, and whether it is held in its current place. */
export async function homeStateOf(database: Database) {
  const [homeState] = await database.one(findHomeState);
  if (homeState === undefined) throw new Error("the database does not say what it is");
  return homeState;
}

const findHeld = statement({
  name: "database-held",
  text: "select akiba_held() as held",
  row: z.object({ held: z.boolean() }),
});

/** Whether the database is an unreleased copy, which sends no messages and pays nothing. */
export async function isHeld(snapshot: Snapshot): Promise<boolean> {
  return (await snapshot.first(findHeld))?.held ?? false;
}

const recordHome = `insert into database_home (seq, database_id, place, decided_by)
  select coalesce(max(seq), 0) + 1, akiba_database_id(), current_setting('akiba.place'), $1
  from database_home`;

/**
 * Makes the place of a database's first start its home; of several starts at once the first
 * decides.
 */
export async function settleHome(database: Database): Promise<void> {
  await database.unitOfWork("start", (work) =>
    work.run(`${recordHome} having count(*) = 0 on conflict (seq) do nothing`, [work.actor]),
  );
}

const findPlace = statement({
  text: "select current_setting('akiba.place') as place",
  row: z.object({ place: z.string() }),
});

/**
 * Makes the current place of a held database its home and returns its name; null if it is at home.
 */
export async function releaseHere(work: UnitOfWork): Promise<string | null> {
  if (!(await isHeld(work))) return null;
  await work.run(recordHome, [work.actor]);
  return (await work.first(findPlace))?.place ?? null;
}
