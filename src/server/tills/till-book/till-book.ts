import * as z from "zod/mini";
import type { Cents } from "#shared/money.ts";
import type { tillMovements } from "#shared/contract/counter/tills.ts";
import { statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import { Problem } from "#server/kernel/platform/problem.ts";

const holdOpen = statement({
  name: "till-hold-open",
  text: `select id from till where holder_person = akiba_person($1) and state = 'open'
    for no key update`,
  row: z.object({ id: z.bigint() }),
});

/**
 * Returns the open till of a person, which stays open until the unit of work ends. Throws
 * `till-none` if they have none: cash is never received or paid without a till. Call it before
 * posting.
 */
export async function requireOpenTill(work: UnitOfWork, person = work.actor): Promise<bigint> {
  const held = await work.first(holdOpen, [person]);
  if (held === null) throw new Problem("till-none");
  return held.id;
}

/** Whether the actor has an open till, which then stays open until the unit of work ends. */
export async function hasOpenTill(work: UnitOfWork): Promise<boolean> {
  return (await work.first(holdOpen, [work.actor])) !== null;
}

interface Movement {
  readonly tillId: bigint;
  readonly kind: (typeof tillMovements)[number];
  /** Positive for cash that comes into the till. */
  readonly amount: Cents;
  /** The entry whose line on the cash of the tills this is. */
  readonly entryId: bigint;
  readonly movedBy: string;
  /** The second person, where it takes two. */
  readonly agreedBy?: string;
}

/** Records that an entry moved cash in or out of a till, whose balance follows. */
export async function moveTill(work: UnitOfWork, movement: Movement): Promise<void> {
  const { tillId, kind, amount, entryId, movedBy, agreedBy = "" } = movement;
  await work.run(
    `insert into till_movement (till_id, kind, amount_cents, entry_id, moved_by, agreed_by)
      values ($1, $2, $3, $4, $5, $6)`,
    [tillId, kind, amount, entryId, movedBy, agreedBy],
  );
}
