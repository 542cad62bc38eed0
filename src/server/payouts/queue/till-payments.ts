import * as z from "zod/mini";
import { statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import { notifyOfRefunds } from "./notify.ts";
import { auditPayout, isNotOfSuspendedMember, type Payout } from "./payout-rows.ts";

/** Whether a payment is a withdrawal that the office can pay in cash from a till now. */
export function waitsForTill({ source, channel, state, claimed_by: by }: Payout): boolean {
  return source === "withdrawal" && channel === "office" && state === "waiting" && by === null;
}

const findAllowed = statement({
  name: "payout-of-no-suspended",
  text: `select p.id from payout p where p.id = $1 and ${isNotOfSuspendedMember}`,
  row: z.object({ id: z.bigint() }),
});

/** Whether a locked payment may leave: its member was not suspended meanwhile. */
export async function mayLeave(work: UnitOfWork, { id }: Payout): Promise<boolean> {
  return (await work.first(findAllowed, [id])) !== null;
}

/** Records that a till has paid a withdrawal, and notifies its member. */
export async function settleFromTill(
  work: UnitOfWork,
  payout: Payout,
  receipt: string,
): Promise<void> {
  await work.run(
    `update payout set state = 'paid', receipt_no = $2, way = 'cash', problem = '',
        changed_at = akiba_now(), changed_by = $3
      where id = $1`,
    [payout.id, receipt, work.actor],
  );
  await notifyOfRefunds(work, [payout], "arrived");
  auditPayout(work, "payout-paid", payout, { receipt });
}

/** Lets a withdrawal wait at the office again after its payment from a till was reversed. */
export async function waitAgain(work: UnitOfWork, payout: Payout, receipt: string): Promise<void> {
  await work.run(
    `update payout set state = 'waiting', receipt_no = '', way = '', changed_at = akiba_now(),
        changed_by = $2
      where id = $1`,
    [payout.id, work.actor],
  );
  auditPayout(work, "payout-waits-again", payout, { receipt });
}
