import * as z from "zod/mini";
import type { Cents } from "#shared/money.ts";
import { reversalStates } from "#shared/contract/pay-ins/desk.ts";
import { statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import { bigCents } from "#server/kernel/platform/row-fields.ts";
import { auditPayment } from "./book.ts";
import { returnToSender } from "./suspense-decisions.ts";

const reversalRow = z.object({
  id: z.bigint(),
  state: z.enum(reversalStates),
  receipt_no: z.string(),
  proposed_by: z.string(),
  approved_by: z.string(),
  reason: z.string(),
  /** Whether the payment is still where it was when the reversal was approved. */
  is_suspended: z.boolean(),
  pay_in_id: z.bigint(),
  pay_in_turn: z.int(),
  pay_in_receipt: z.string(),
  cause: z.string(),
  amount_cents: bigCents,
});

type ReversalRow = z.infer<typeof reversalRow>;

/** Queues the reversal of a payment in suspense, as two people have agreed. */
export async function queueReversal(
  work: UnitOfWork,
  payIn: { readonly id: bigint; readonly turn: number; readonly amount_cents: Cents },
  { proposedBy, reason }: { readonly proposedBy: string; readonly reason: string },
): Promise<void> {
  await work.run(
    `insert into pay_in_reversal (pay_in_id, turn, amount_cents, proposed_by, approved_by, reason)
      values ($1, $2, $3, $4, $5, $6)`,
    [payIn.id, payIn.turn, payIn.amount_cents, proposedBy, work.actor, reason],
  );
}

const findPayIn = statement({
  name: "pay-in-reversal-lock",
  text: `select p.id from pay_in p
    where p.id = (select r.pay_in_id from pay_in_reversal r where r.id = $1)
    for no key update of p`,
  row: z.object({ id: z.bigint() }),
});

const findReversal = statement({
  name: "pay-in-reversal-one",
  text: `select r.id, r.state, r.receipt_no, r.proposed_by, r.approved_by, r.reason,
      p.state = 'suspense' and p.turn = r.turn as is_suspended, p.id as pay_in_id,
      p.turn::int as pay_in_turn, p.receipt_no as pay_in_receipt, p.cause, r.amount_cents
    from pay_in_reversal r join pay_in p on p.id = r.pay_in_id where r.id = $1 for update of r`,
  row: reversalRow,
});

/** Locks a reversal after its payment, as every decision does; null if there is none. */
async function lockReversal(work: UnitOfWork, id: bigint): Promise<ReversalRow | null> {
  return (await work.first(findPayIn, [id])) === null ? null : work.first(findReversal, [id]);
}

/** The provider's result of a reversal. */
export interface ReversalResult {
  readonly outcome: "reversed" | "failed" | "timeout";
  /** Empty if it was not given. */
  readonly receiptNo: string;
  /** Null if it was not given. */
  readonly amount: Cents | null;
  /** The receipt of the reversed payment; empty if it was not given. */
  readonly original: string;
  readonly reason: string;
}

/**
 * Applies a result, even if late, repeated, out of order or forged: the money leaves suspense once,
 * by one receipt with the same amount. A receipt that arrives after other decisions changes only
 * the information shown to staff.
 */
export async function takeReversalResult(
  work: UnitOfWork,
  id: bigint,
  result: ReversalResult,
): Promise<void> {
  const found = await lockReversal(work, id);
  if (found === null) return;
  if (result.outcome === "reversed") return takeReceipt(work, found, result);
  if (!underWay.has(found.state)) return;
  if (result.outcome === "failed") return failReversal(work, id, result.reason);
  if (found.state !== "unknown") await change(work, id, "unknown", "timed-out");
}

const underWay = new Set(["sending", "sent", "unknown"]);

async function takeReceipt(
  work: UnitOfWork,
  found: ReversalRow,
  result: ReversalResult,
): Promise<void> {
  const problem = await problemWith(work, found, result);
  if (problem === "repeated") return;
  if (problem !== null) {
    await change(work, found.id, found.state, problem);
    if (leftTwice.has(problem)) {
      await work.run("update pay_in set differs = true where id = $1", [found.pay_in_id]);
    }
    return;
  }
  const { proposed_by: proposedBy, approved_by: decidedBy, reason } = found;
  await returnToSender(
    work,
    {
      id: found.pay_in_id,
      turn: found.pay_in_turn,
      receipt_no: found.pay_in_receipt,
      amount_cents: found.amount_cents,
      cause: found.cause,
    },
    { proposedBy, decidedBy, reason, returnReceipt: result.receiptNo },
  );
  await work.run(
    `update pay_in_reversal set state = 'reversed', receipt_no = $2, problem = '',
      changed_at = akiba_now() where id = $1`,
    [found.id, result.receiptNo],
  );
}

/** Problems in which the money may have left M-Pesa although it is still in the books. */
const leftTwice = new Set(["second-receipt", "reversed-after-decision"]);

async function problemWith(
  work: UnitOfWork,
  found: ReversalRow,
  { receiptNo, amount, original }: ReversalResult,
): Promise<string | null> {
  if (found.receipt_no !== "" && found.receipt_no === receiptNo) return "repeated";
  if (receiptNo === "") return "no-receipt";
  if (amount !== found.amount_cents) return "amount-differs";
  if (original !== "" && original !== found.pay_in_receipt) return "another-payment";
  if (found.state === "reversed") return "second-receipt";
  if (!found.is_suspended) return "reversed-after-decision";
  return (await work.first(findReturn, [receiptNo])) === null ? null : "receipt-used";
}

const findReturn = statement({
  name: "pay-in-return-of-receipt",
  text: "select pay_in_id from pay_in_decision where return_receipt = $1",
  row: z.object({ pay_in_id: z.bigint() }),
});

/** Ends a reversal with an unknown result, as two people have recorded its receipt. */
export async function endUnknownReversal(
  work: UnitOfWork,
  payInId: bigint,
  receiptNo: string,
): Promise<void> {
  await work.run(
    `update pay_in_reversal set state = 'reversed', receipt_no = $2, problem = '',
      changed_at = akiba_now() where pay_in_id = $1 and state = 'unknown'`,
    [payInId, receiptNo],
  );
}

/** Records that a reversal did not happen, so that its payment can be decided on again. */
export async function failReversal(
  work: UnitOfWork,
  id: bigint,
  reason: string,
  failedBy = "",
): Promise<void> {
  const found = await lockReversal(work, id);
  if (found === null || !underWay.has(found.state)) return;
  await work.run(
    `update pay_in_reversal set state = 'failed', problem = $2, failed_by = $3,
      changed_at = akiba_now() where id = $1`,
    [id, reason.slice(0, 60), failedBy],
  );
  auditPayment(work, "pay-in-reversal-failed", { receiptNo: found.pay_in_receipt }, { reason });
}

async function change(
  work: UnitOfWork,
  id: bigint,
  state: ReversalRow["state"],
  problem: string,
): Promise<void> {
  await work.run(
    `update pay_in_reversal set state = $2, problem = $3, changed_at = akiba_now()
      where id = $1 and (state, problem) is distinct from ($2, $3)`,
    [id, state, problem],
  );
}
