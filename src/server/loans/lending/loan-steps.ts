import * as z from "zod/mini";
import type { LoanStep } from "#shared/contract/loans/instant-loans.ts";
import { type Cents, ZERO_CENTS } from "#shared/money.ts";
import { statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import type { ApplicationRow } from "./loan-rows.ts";

/** The actor of a step, as the audit log names them. */
export type StepActor = string;

// A member may of course act on their own loan, for example withdraw their application.
const findOwn = statement({
  name: "loan-own-staff",
  text: "select $1 like 'staff:%' and akiba_loan_concerns($2, $1) as own",
  row: z.object({ own: z.boolean() }),
});

/**
 * Throws if a member who works at the office acts on their own loan, or on one that they guarantee
 * or guaranteed until it was settled, also if that was on paper or before they joined the office.
 */
export async function rejectOwn(
  work: UnitOfWork,
  loan: Pick<ApplicationRow, "id">,
  by: StepActor,
): Promise<void> {
  const found = await work.first(findOwn, [by, loan.id]);
  if (found?.own ?? false) throw new Problem("own-loan");
}

/** A step of a loan's life, with its details. */
export interface StepTaken {
  readonly step: LoanStep;
  readonly by: StepActor;
  readonly reason?: string;
  readonly amount?: Cents;
  /** The excess of a repayment over the balance. */
  readonly over?: Cents;
  readonly receipt?: string;
  /** The second person of a repayment that needed two. */
  readonly confirmedBy?: StepActor;
  readonly approver?: string;
  /** The journal entry of a repayment. */
  readonly entryId?: bigint;
  /** The payment that arrived or could not be sent. */
  readonly payoutId?: bigint;
  /** The repayment that is reversed, and the person who had recorded it. */
  readonly reverses?: { readonly stepId: bigint; readonly recordedBy: StepActor };
}

const insertStep = statement({
  name: "loan-step",
  text: `insert into loan_step (loan_id, step, taken_by, reason, amount_cents, receipt_no,
      approved_by, entry_id, reverses, recorded_by, over_cents, confirmed_by, payout_id,
      receipt_turn)
    select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, (select count(*)
      from loan_step r where $6 <> '' and r.receipt_no = $6 and exists
        (select from loan_step v where v.reverses = r.id))
    on conflict do nothing returning id`,
  row: z.object({ id: z.bigint() }),
});

/**
 * Records the actor and time of a step, here and in the audit log. A receipt can be used again
 * after each reversal; the index rejects one of two simultaneous uses.
 */
export async function recordStep(
  work: UnitOfWork,
  loan: ApplicationRow,
  taken: StepTaken,
): Promise<void> {
  const { step, by, reason = "", amount, receipt = "", approver, entryId, reverses } = taken;
  const { over = ZERO_CENTS, confirmedBy, payoutId } = taken;
  const written = await work.first(insertStep, [
    loan.id,
    step,
    by,
    reason,
    amount ?? null,
    receipt,
    approver ?? null,
    entryId ?? null,
    reverses?.stepId ?? null,
    reverses?.recordedBy ?? null,
    over,
    confirmedBy ?? null,
    payoutId ?? null,
  ]);
  if (written === null) throw new Problem(receipt === "" ? "loan-state" : "receipt-used");
  work.audit({ action: `loan-step-${step}`, subject: `loan:${loan.loan_no}`, detail: { by } });
}
