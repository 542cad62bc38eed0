import * as z from "zod/mini";
import { narrationOf } from "#server/ledger/journal/narrations.ts";
import { reverseAll } from "#server/ledger/journal/post.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import { queueWithdrawal } from "#server/payouts/queue/refunds.ts";
import { type Database, statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import { mayLeave } from "./may-leave-sql.ts";
import { notifyMember } from "./notify-member.ts";

const actor = "withdrawals";

const markQueued = statement({
  name: "withdrawals-release",
  text: `update withdrawal w set state = 'queued', queued_at = akiba_now()
    where w.id = $1 and ${mayLeave} returning w.id`,
  row: z.object({ id: z.bigint() }),
});

/** Queues the payment of a withdrawal that may be sent now, once; returns whether it did. */
export async function release(work: UnitOfWork, id: bigint): Promise<boolean> {
  if ((await work.first(markQueued, [id])) === null) return false;
  await queueWithdrawal(work, id);
  return true;
}

const markEnded = statement({
  name: "withdrawals-end",
  text: `update withdrawal w set state = $2, ended_by = $3, ended_at = akiba_now(),
      ended_because = $4
    where w.id = $1 and w.state = 'requested' returning w.entry_id, w.fee_entry_id`,
  row: z.object({ entry_id: z.bigint(), fee_entry_id: z.nullable(z.bigint()) }),
});

/** How a withdrawal ends before it leaves. */
export interface Ending {
  readonly state: "cancelled" | "rejected";
  readonly because?: string;
}

/**
 * Ends a withdrawal that has not been sent, and returns its amount and fee to the account; false if
 * it was sent.
 */
export async function end(
  work: UnitOfWork,
  id: bigint,
  { state, because = "" }: Ending,
): Promise<boolean> {
  const ended = await work.first(markEnded, [id, state, work.actor, because]);
  if (ended === null) return false;
  const { entry_id: entryId, fee_entry_id: feeEntryId } = ended;
  await reverseAll(
    work,
    [entryId, ...(feeEntryId === null ? [] : [feeEntryId])].map((one) => ({
      entryId: one,
      narration: narrationOf(state === "rejected" ? "withdrawalRejected" : "withdrawalCancelled"),
    })),
  );
  const detail = { id: String(id), ...(because !== "" && { reason: because }) };
  work.audit({ action: `withdrawal-${state}`, subject: `withdrawal:${id}`, detail });
  return true;
}

const findDue = statement({
  name: "withdrawals-due",
  text: `select w.id, ${mayLeave} as may_leave from withdrawal w
    where w.state = 'requested' and (${mayLeave} or exists (select from member_exit e
      where e.member_id = w.member_id and e.state in ('asked', 'approved')))
    order by w.id limit 200`,
  row: z.object({ id: z.bigint(), may_leave: z.boolean() }),
});

/**
 * Queues the withdrawals whose notice and hold are over, and ends those of members who are leaving,
 * whose accounts the office settles together.
 */
export async function releaseDue(database: Database, notify: Notify): Promise<void> {
  for (const { id, may_leave: mayGo } of await database.one(findDue)) {
    await database.unitOfWork(actor, async (work) => {
      if (mayGo) {
        if (await release(work, id)) await notifyMember(work, id, "withdrawal-sent", notify);
      } else if (await end(work, id, { state: "cancelled" })) {
        await notifyMember(work, id, "withdrawal-ended", notify);
      }
    });
  }
}
