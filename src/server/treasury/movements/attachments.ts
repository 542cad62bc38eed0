import * as z from "zod/mini";
import type { Evidence } from "#server/kernel/documents/evidence.ts";
import { type Snapshot, statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import { sha256Hex } from "#server/kernel/platform/random.ts";

/** How long a file waits for the movement it was uploaded for, in hours. */
const UNUSED_HOURS = 24;

const insertFile = statement({
  name: "treasury-attach",
  text: `insert into treasury_attachment (name, media_type, sha256, content, uploaded_by)
    values ($1, $2, $3, $4, $5) returning id`,
  row: z.object({ id: z.bigint() }),
});

/** Stores an uploaded file and drops those that were never used; returns its number. */
export async function keepAttachment(
  work: UnitOfWork,
  name: string,
  { mediaType, content }: Evidence,
): Promise<bigint> {
  await work.run(
    `delete from treasury_attachment
      where movement_id is null and uploaded_at < akiba_now() - make_interval(hours => $1)`,
    [UNUSED_HOURS],
  );
  const sha256 = sha256Hex(content);
  const made = await work.first(insertFile, [name, mediaType, sha256, content, work.actor]);
  if (made === null) throw new Error("the file was not kept");
  work.audit({ action: "treasury-attached", subject: "treasury", detail: { name, sha256 } });
  return made.id;
}

const findFile = statement({
  name: "treasury-attachment",
  text: `select name, media_type, content from treasury_attachment
    where id = $1 and movement_id is not null`,
  row: z.object({ name: z.string(), media_type: z.string(), content: z.instanceof(Buffer) }),
});

/** Returns a file of a movement; null if there is none. */
export function attachmentAt(snapshot: Snapshot, id: bigint) {
  return snapshot.first(findFile, [id]);
}
