import { credit, debit } from "#server/ledger/journal/journal.ts";
import { post, reverse } from "#server/ledger/journal/post.ts";
import { treasurySubject } from "#server/oversight/approvals/subjects.ts";
import type { UnitOfWork } from "#server/kernel/platform/database.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { mostExceeded } from "./movement-limit.ts";
import { lockMovement, type MovementRow, movementAt } from "./movement-rows.ts";
import { accountKeysOf, lockAccountsOf } from "./movement-limit.ts";

/**
 * Locks a movement and its accounts, so that the facts of the approval hold until the commit, and
 * its bank reference before them, as the counter does.
 */
export async function lockForApproval(work: UnitOfWork, id: bigint): Promise<void> {
  await lockMovement(work, id);
  await work.run(
    `select akiba_lock_bank_reference(reference) from treasury_movement
      where id = $1 and counted_as = 'bank'`,
    [id],
  );
  const movement = await movementAt(work, id);
  if (movement !== null) await lockAccountsOf(work, movement);
}

/** Posts a movement that two people agreed to, once. Throws if its limit is exceeded meanwhile. */
export async function postMovement(work: UnitOfWork, id: bigint): Promise<void> {
  const movement = await inState(work, id, "entered");
  const { kind, amount_cents: amount, over_confirmed: overConfirmed } = movement;
  if ((await mostExceeded(work, { kind, amount, overConfirmed })) !== null) {
    throw new Problem("movement-over");
  }
  const { debited, credited } = accountKeysOf(movement);
  const entryId = await post(work, {
    kind,
    valueDate: movement.value_date,
    narration: movement.description,
    referenceNo: `TM-${id}`,
    receiptNo: movement.reference,
    lines: [debit(debited, amount), credit(credited, amount)],
  });
  await work.run(
    `update treasury_movement
      set state = 'posted', entry_id = $2, approved_by = $3, approved_at = akiba_now()
      where id = $1`,
    [id, entryId, work.actor],
  );
  await work.run(
    `insert into cheque (cheque_no, payee, amount_cents, written_on, written_by, movement_id,
        entry_id)
      select reference, payee, amount_cents, value_date, entered_by, id, entry_id
      from treasury_movement where id = $1 and payee <> ''`,
    [id],
  );
  const detail = { kind, entry: String(entryId), enteredBy: movement.entered_by };
  work.audit({ action: "treasury-posted", subject: treasurySubject(id), detail });
}

/** The two people behind a reversal; the second is the actor. */
interface Reversal {
  readonly requestedBy: string;
  readonly reason: string;
}

/** Reverses a posted movement as of today, as two people agreed. */
export async function reverseMovement(
  work: UnitOfWork,
  id: bigint,
  { requestedBy, reason }: Reversal,
): Promise<void> {
  const { entry_id: entryId } = await inState(work, id, "posted");
  if (entryId === null) throw new Error(`movement ${id} has no entry`);
  const reversalId = await reverse(work, entryId);
  await work.run(
    `update treasury_movement set state = 'reversed', reversal_id = $2, reversal_asked_by = $3,
        reversal_because = $4, reversed_by = $5, reversed_at = akiba_now()
      where id = $1`,
    [id, reversalId, requestedBy, reason, work.actor],
  );
  await work.run(
    `update cheque set reversal_id = $2, stop_asked_by = $3, stop_because = $4, stopped_by = $5,
        stopped_at = akiba_now()
      where movement_id = $1`,
    [id, reversalId, requestedBy, reason, work.actor],
  );
  const detail = { entry: String(reversalId), requestedBy, reason };
  work.audit({ action: "treasury-reversed", subject: treasurySubject(id), detail });
}

async function inState(
  work: UnitOfWork,
  id: bigint,
  state: MovementRow["state"],
): Promise<MovementRow> {
  await lockMovement(work, id);
  const movement = await movementAt(work, id);
  if (movement === null) throw new Problem("no-such-movement");
  if (movement.state !== state) throw new Problem("movement-state");
  return movement;
}
