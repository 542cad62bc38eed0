import * as z from "zod/mini";
import { narrationOf } from "#server/ledger/journal/narrations.ts";
import { notifyUnsent, returnUnsent } from "#server/loans/lending/loan-payouts.ts";
import { post, reverseAll } from "#server/ledger/journal/post.ts";
import { statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import { departureOf } from "./late-arrivals.ts";
import { notifyOfPayouts, notifyOfRefunds, notifyOfReturns } from "./notify.ts";
import { countedBefore, countInFiles } from "./payout-files.ts";
import { auditPayout, type DividendPayout, lockPayout, type Payout } from "./payout-rows.ts";

const actor = "payouts";

/** Returns one failed payment to the member's account, in the same way. */
export const putBack = (work: UnitOfWork, payout: Payout, reason: string): Promise<void> =>
  putBackAll(work, [{ payout, reason }]);

interface PuttingBack {
  /** The person who reported the failure and therefore does not decide on the payment. */
  readonly failedBy?: string;
  /** Whether the payments failed, or came back after they had been paid. */
  readonly news?: "failed" | "returned";
}

interface Failed {
  readonly payout: Payout;
  readonly reason: string;
}

/**
 * Returns failed payments to their members' accounts, and loans to the loan desk, and notifies the
 * members.
 */
export async function putBackAll(
  work: UnitOfWork,
  failed: readonly Failed[],
  { failedBy = work.actor, news = "failed" }: PuttingBack = {},
): Promise<void> {
  if (failed.length === 0) return;
  const returning = failed.filter(({ payout }) => !payout.stays);
  await reverseAll(
    work,
    returning.flatMap(({ payout: { about, entry_id: entryId, fee_entry_id: feeEntryId } }) => {
      const narration = narrationOf("notPaid", { narration: about });
      return [entryId, ...(feeEntryId === null ? [] : [feeEntryId])].map((one) => ({
        entryId: one,
        narration,
      }));
    }),
  );
  await work.run(
    `update payout p set state = 'failed', problem = f.reason, failed_by = $3, resolved_by = null,
        claimed_receipt = '', claimed_way = '', claimed_by = null, receipt_no = '', way = '',
        confirmed_by = null, changed_at = akiba_now(), changed_by = $4
      from unnest($1::bigint[], $2::text[]) as f (id, reason)
      where p.id = f.id`,
    [
      failed.map(({ payout }) => payout.id),
      failed.map(({ reason }) => reason),
      failedBy,
      work.actor,
    ],
  );
  await countInFiles(
    work,
    failed.map(({ payout }) => ({ ...countedBefore(payout), isPaid: false })),
  );
  const staying = failed.flatMap(({ payout }) => (payout.stays ? [payout] : []));
  await payAtOffice(
    work,
    staying.map(({ id }) => id),
  );
  await returnUnsent(
    work,
    returning.flatMap(({ payout: { id: payoutId, source, loan_id: loanId }, reason }) =>
      source !== "loan" || loanId === null ? [] : [{ payoutId, loanId, reason }],
    ),
  );
  if (news === "failed") await notifyOfFailures(work, failed);
  else await notifyOfReturns(work, idsOf(failed));
  for (const { payout, reason } of failed) auditPayout(work, "payout-failed", payout, { reason });
}

const idsOf = (failed: readonly Failed[]): bigint[] => failed.map(({ payout }) => payout.id);

async function notifyOfFailures(work: UnitOfWork, failed: readonly Failed[]): Promise<void> {
  const payouts = failed.map(({ payout }) => payout);
  await notifyUnsent(
    work,
    payouts.flatMap(({ source, loan_id: id }) => (source === "loan" && id !== null ? [id] : [])),
  );
  await notifyOfPayouts(work, payouts, "payout-failed");
  // A withdrawal of a member who has left is not returned to their account; neither is their
  // refund.
  const asExit = ({ id, source, channel, stays }: Payout) => ({
    id,
    channel,
    source: stays && source === "withdrawal" ? "exit" : source,
  });
  await notifyOfRefunds(work, payouts.map(asExit), "unsent");
}

/** Leaves payments that failed to the office, with their posting. */
async function payAtOffice(work: UnitOfWork, ids: readonly bigint[]): Promise<void> {
  await work.run(
    `insert into payout (source, loan_id, exit_id, withdrawal_id, member_id, reference,
        amount_cents, channel, mobile_number, entry_id, fee_entry_id, queued_by, changed_by)
      select p.source, p.loan_id, p.exit_id, p.withdrawal_id, p.member_id,
        p.reference || '-office', p.amount_cents, 'office', '', p.entry_id,
        p.fee_entry_id, '${actor}', '${actor}'
      from payout p where p.id = any ($1::bigint[])`,
    [ids],
  );
}

/**
 * Sends a dividend's failed payment again, as another attempt, to a number; without a number at the
 * office.
 */
export async function sendAgain(
  work: UnitOfWork,
  payout: DividendPayout,
  to: string,
): Promise<void> {
  const departure = departureOf(payout);
  if (departure === null) throw new Error(`payout ${payout.id} is of a loan`);
  const entry = await post(work, departure);
  await work.run(
    `update payout set state = 'waiting', attempt_id = null, tries = 0, due_at = akiba_now(),
        problem = '', mobile_number = $2, entry_id = $3, resolved_by = $4,
        changed_at = akiba_now(), changed_by = $4
      where id = $1`,
    [payout.id, to, entry, work.actor],
  );
  await notifyOfPayouts(work, [payout], "payout-resent");
  auditPayout(work, "payout-retried", payout, {});
}

const findWaiting = statement({
  name: "payout-waiting-of-member",
  text: `select id from payout where member_id = $1 and state = 'waiting' and channel = 'phone'
    order by id for update`,
  row: z.object({ id: z.bigint() }),
});

/** Returns payments that wait for a number that is no longer the member's. */
export async function putBackWaiting(work: UnitOfWork, memberId: bigint): Promise<void> {
  for (const { id } of await work.rows(findWaiting, [memberId])) {
    const payout = await lockPayout(work, id);
    if (payout !== null) await putBack(work, payout, "number-changed");
  }
}
