import * as z from "zod/mini";
import { treasuryKindNames } from "#shared/treasury-kinds.ts";
import { type Snapshot, statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import { bigCents, storedDate } from "#server/kernel/platform/row-fields.ts";

const movementRow = z.object({
  id: z.bigint(),
  kind: z.enum(treasuryKindNames),
  amount_cents: bigCents,
  value_date: storedDate,
  reference: z.string(),
  counted_as: z.string(),
  description: z.string(),
  /** The code and the name of the added account; empty without one. */
  account: z.string(),
  account_name: z.string(),
  over_confirmed: z.boolean(),
  /** The payee of its cheque; empty if it is paid in another way. */
  payee: z.string(),
  entered_by: z.string(),
  state: z.enum(["entered", "posted", "reversed"]),
  entry_id: z.nullable(z.bigint()),
});

export type MovementRow = z.infer<typeof movementRow>;

const findMovement = statement({
  name: "treasury-movement",
  text: `select m.id, m.kind, m.amount_cents, m.value_date, m.reference, m.counted_as,
      m.description, coalesce(c.code, '') as account, coalesce(c.name, '') as account_name,
      m.over_confirmed, m.payee, m.entered_by, m.state, m.entry_id
    from treasury_movement m left join chart_account c on c.code = m.chart_account_code
    where m.id = $1`,
  row: movementRow,
});

/** Returns a movement; null if there is none. */
export function movementAt(snapshot: Snapshot, id: bigint): Promise<MovementRow | null> {
  return snapshot.first(findMovement, [id]);
}

/** Locks a movement, so that two decisions about it are taken one after the other. */
export async function lockMovement(work: UnitOfWork, id: bigint): Promise<void> {
  await work.run("select from treasury_movement where id = $1 for no key update", [id]);
}

const findFiles = statement({
  name: "treasury-files",
  text: `select id, name, media_type, sha256, octet_length(content)::int as bytes
    from treasury_attachment where movement_id = $1 order by id`,
  row: z.object({
    id: z.bigint(),
    name: z.string(),
    media_type: z.string(),
    sha256: z.string(),
    bytes: z.int(),
  }),
});

/** The files that a movement was entered with, without their content. */
export function filesOf(snapshot: Snapshot, id: bigint) {
  return snapshot.rows(findFiles, [id]);
}
