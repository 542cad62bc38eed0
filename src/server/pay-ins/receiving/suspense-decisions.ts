import { societyAccount } from "#server/ledger/journal/chart-of-accounts.ts";
import { credit, debit } from "#server/ledger/journal/journal.ts";
import { post } from "#server/ledger/journal/post.ts";
import type { Cents } from "#shared/money.ts";
import type { UnitOfWork } from "#server/kernel/platform/database.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { auditPayment } from "./book.ts";

/** A decision of two people about a payment. */
export interface Decision {
  readonly decision: "placed" | "moved" | "returned" | "corrected";
  readonly proposedBy: string;
  readonly decidedBy: string;
  /** Empty for a placement. */
  readonly reason: string;
  /** M-Pesa's receipt of what was returned; empty otherwise. */
  readonly returnReceipt?: string;
}

/** A payment in the turn that is decided on. */
interface Decided {
  readonly id: bigint;
  readonly turn: number;
}

/** Writes a decision of two people and returns the turn that it begins. */
export async function decide(
  work: UnitOfWork,
  { id, turn }: Decided,
  { decision, proposedBy, decidedBy, reason, returnReceipt = "" }: Decision,
): Promise<number> {
  await work.run(
    `insert into pay_in_decision (pay_in_id, turn, decision, proposed_by, decided_by, reason,
        return_receipt)
      values ($1, $2, $3, $4, $5, $6, $7)`,
    [id, turn + 1, decision, proposedBy, decidedBy, reason, returnReceipt],
  );
  return turn + 1;
}

/** Moves a payment to the turn that was decided; throws if another decision came first. */
export async function enter(
  work: UnitOfWork,
  { id, turn }: Decided,
  { state, cause }: { readonly state: string; readonly cause: string },
): Promise<void> {
  const moved = await work.run(
    "update pay_in set state = $3, cause = $4, turn = turn + 1 where id = $1 and turn = $2",
    [id, turn, state, cause],
  );
  if (moved === 0) throw new Problem("pay-in-state");
}

/** A payment in suspense. */
export interface Suspended extends Decided {
  readonly receipt_no: string;
  readonly amount_cents: Cents;
  readonly cause: string;
}

/** Takes a returned payment out of suspense, by the receipt of its return. */
export async function returnToSender(
  work: UnitOfWork,
  payIn: Suspended,
  people: Pick<Decision, "proposedBy" | "decidedBy" | "reason"> & { returnReceipt: string },
): Promise<void> {
  const { returnReceipt, proposedBy: requestedBy, reason } = people;
  const turn = await decide(work, payIn, { decision: "returned", ...people });
  const { receipt_no: receiptNo, amount_cents: amount } = payIn;
  const entryId = await post(work, {
    kind: "mpesa-suspense-returned",
    narration: "Returned to its sender",
    referenceNo: receiptNo,
    receiptNo: returnReceipt,
    lines: [
      debit(societyAccount("mpesa-suspense"), amount),
      credit(societyAccount("mobile-money"), amount),
    ],
  });
  await work.run(
    `insert into pay_in_part (pay_in_id, turn, part_no, destination, amount_cents, entry_id)
      values ($1, $2, 1, 'returned', $3, $4)`,
    [payIn.id, turn, amount, entryId],
  );
  await enter(work, payIn, { state: "returned", cause: payIn.cause });
  auditPayment(work, "pay-in-returned", { receiptNo }, { returnReceipt, requestedBy, reason });
}
