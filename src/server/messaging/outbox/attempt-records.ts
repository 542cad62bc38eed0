import * as z from "zod/mini";
import { CommitGroup } from "#server/kernel/platform/commit-group.ts";
import { statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import { ourValues } from "#server/kernel/platform/leased-rows.ts";
import type { Delivery } from "./channel.ts";
import { actor, claimBy, type Claimed, leases } from "./queue.ts";
import { countSpent } from "./sms-budget.ts";

/** The result of an attempt. */
export interface Attempted {
  readonly message: Claimed;
  readonly delivery: Delivery;
  /** The text that was sent; empty if none was. */
  readonly text: string;
  /** The pause before another attempt. */
  readonly waitSeconds: number;
}

/**
 * Records results of attempts, and their cost. Those that wait at the same moment share a commit:
 * each would make the others wait for the disk and for the day's count of its template.
 */
export function attemptRecords(): CommitGroup<Attempted> {
  return new CommitGroup({
    actor,
    keyOf: ({ message }) => String(message.id),
    write: async (work, attempts) => {
      await recordDelivered(work, attempts.filter(isDelivered));
      for (const attempt of attempts) await recordUndelivered(work, attempt);
    },
  });
}

type Delivered = Attempted & { delivery: Extract<Delivery, { outcome: "delivered" }> };

const isDelivered = (attempt: Attempted): attempt is Delivered =>
  attempt.delivery.outcome === "delivered";

// True whichever process holds the message by now, so it needs no lease.
const finishDelivered = statement({
  name: "outbox-delivered",
  text: `update outbox_message m
      set state = case when m.recipient = '' then 'withheld' else 'delivered' end,
        finished_at = akiba_now(), provider_reference = d.reference
      from unnest($1::bigint[], $2::text[]) as d (id, reference)
      where m.id = d.id and m.state = 'waiting'
      returning m.id`,
  row: z.object({ id: z.bigint() }),
});

async function recordDelivered(work: UnitOfWork, delivered: readonly Delivered[]): Promise<void> {
  if (delivered.length === 0) return;
  const finished = await work.rows(finishDelivered, [
    delivered.map(({ message }) => message.id),
    delivered.map(({ delivery }) => delivery.reference),
  ]);
  const recorded = new Set(finished.map(({ id }) => id));
  await countSpent(
    work,
    delivered
      .filter(({ message }) => recorded.has(message.id))
      .map(({ message, delivery, text }) => ({ ...message, text, cost: delivery.cost })),
  );
}

async function recordUndelivered(
  work: UnitOfWork,
  { message, delivery, waitSeconds }: Attempted,
): Promise<void> {
  if (delivery.outcome === "failed") await recordFailed(work, message, delivery.reason);
  if (delivery.outcome === "retry") await recordRetry(work, message, delivery.reason, waitSeconds);
}

async function recordFailed(work: UnitOfWork, message: Claimed, reason: string) {
  await work.run(
    `update outbox_message set state = 'failed', finished_at = akiba_now(), last_failure = $3
      where ${leases.isOurs}`,
    [...ourValues(claimBy(message)), reason],
  );
}

async function recordRetry(
  work: UnitOfWork,
  message: Claimed,
  reason: string,
  waitSeconds: number,
) {
  await work.run(
    `update outbox_message
      set next_attempt_at = least(expires_at, akiba_now() + make_interval(secs => $4)),
        last_failure = $3
      where ${leases.isOurs}`,
    [...ourValues(claimBy(message)), reason, waitSeconds],
  );
}
