import type { Endpoint } from "#shared/contract/kernel/endpoint.ts";
import type { Database, Reader, Snapshot } from "#server/kernel/platform/database.ts";
import type { Actor } from "./actor.ts";

/** Returns the replica for a call that declares it, which never shows an older state. */
export function readerFor(
  database: Database,
  { readsFrom }: Pick<Endpoint, "readsFrom">,
  actor: Actor,
): Reader {
  if (readsFrom === "primary" || actor.kind === "anyone") return database;
  return database.readerAt(actor.position);
}

/** Reads for a call, in the way and from where it declares. */
export function readFor<T>(
  database: Database,
  endpoint: Pick<Endpoint, "reads" | "readsFrom">,
  actor: Actor,
  handle: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  const reader = readerFor(database, endpoint, actor);
  return endpoint.reads === "one-statement"
    ? handle(reader.oneStatementSnapshot())
    : reader.snapshot(handle);
}
