import * as z from "zod/mini";
import { type Database, statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import { actor, leases, noteAttempts, takeTurn } from "./queue.ts";

/** Without a result after this time, staff must decide: about a payment, or about a reversal. */
export const RESULT_WITHIN_HOURS = 24;

/**
 * Marks an attempt as unknown if its sender died or its result never arrived. It is not sent again;
 * a result or staff settle it.
 */
export async function noteUnanswered(database: Database): Promise<void> {
  await database.unitOfWork(actor, (work) =>
    work.run(
      `update payout set state = 'unknown', changed_at = akiba_now(), changed_by = $1,
          problem = case state when 'sending' then 'answer-lost' else 'no-result' end
        where ${leases.isAbandoned}
          or (state = 'sent' and changed_at <= akiba_now() - interval '${RESULT_WITHIN_HOURS} hours'
            and not exists (select from payout_attempt a
              where a.id = payout.attempt_id and a.file_id is not null))`,
      [work.actor],
    ),
  );
}

/**
 * Leaves every waiting payment of a restored copy to staff, because nobody knows which of them the
 * original made after the copy was taken. Returns their number.
 */
export async function doubtWaiting(work: UnitOfWork): Promise<number> {
  await takeTurn(work);
  const taken = await work.rows(takeToDoubt, [work.actor]);
  const ids = taken.map(({ id }) => id);
  await work.run(noteAttempts, [ids, null]);
  return work.run(
    `update payout set state = 'unknown', problem = 'answer-lost', changed_at = akiba_now(),
      changed_by = $2 where id = any ($1::bigint[])`,
    [ids, work.actor],
  );
}

const takeToDoubt = statement({
  text: `update payout set state = 'sending', changed_at = akiba_now(), changed_by = $1,
      attempt_id = coalesce(attempt_id, gen_random_uuid())
    where state = 'waiting' and channel = 'phone' returning id`,
  row: z.object({ id: z.bigint() }),
});
