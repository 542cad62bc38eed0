import * as z from "zod/mini";
import type { PayoutChannel, PayoutWay } from "#shared/payout-ways.ts";
import { loanArrivalWords } from "#shared/messages/loans/loan-arrival.ts";
import { type Cents, formatMoney } from "#shared/money.ts";
import { statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import { applicationById, type ApplicationRow } from "./loan-rows.ts";
import { notifyBorrower } from "./loan-notifications.ts";
import { recordStep } from "./loan-steps.ts";
import { disburseApproved } from "./loans.ts";
import { scheduleFromArrival } from "./schedule-start.ts";

/** The queue of payouts as loans use it; `app.ts` passes it in, as it is in a higher district. */
export interface LoanPayouts {
  /**
   * Queues the payment of a loan that was just disbursed: to the phone if it can go there, unless
   * the office is to pay it.
   */
  queue(work: UnitOfWork, paid: DisbursedNow): Promise<void>;
  /** Withdraws a payment that has not left; returns false if it has left, or may have. */
  withdraw(work: UnitOfWork, loanId: bigint, reason: string): Promise<boolean>;
}

/** A loan whose disbursement was just posted, and the channel that staff asked for. */
export interface DisbursedNow {
  readonly loanId: bigint;
  readonly entryId: bigint;
  readonly channel: PayoutChannel;
}

const actor = "payouts";

const findApprover = statement({
  name: "loan-approver",
  text: `select s.approver from loan_step s
    where s.loan_id = $1 and s.step = 'approved' order by s.id desc limit 1`,
  row: z.object({ approver: z.string() }),
});

/** Returns the person who approved a loan last; null if nobody did. */
export async function approverOf(work: UnitOfWork, loanId: bigint): Promise<string | null> {
  return (await work.first(findApprover, [loanId]))?.approver ?? null;
}

/** A payment of a loan that failed, with the provider's or the office's reason. */
export interface UnsentLoan {
  readonly payoutId: bigint;
  readonly loanId: bigint;
  readonly reason: string;
}

const unpay = statement({
  name: "loan-unpay",
  text: `update loan set state = 'approved', start_date = null, end_date = null, open_place = null
    where id = $1 and state = 'disbursed' returning id`,
  row: z.object({ id: z.bigint() }),
});

/** Returns a loan whose disbursement was reversed to the approved ones, without its schedule. */
export async function unpayLoan(work: UnitOfWork, loanId: bigint): Promise<boolean> {
  return (await work.first(unpay, [loanId])) !== null;
}

/** Returns loans to the loan desk whose payments failed and are reversed in the books. */
export async function returnUnsent(work: UnitOfWork, unsent: readonly UnsentLoan[]): Promise<void> {
  for (const { payoutId, loanId, reason } of unsent) {
    const loan = await loanOf(work, loanId);
    await recordStep(work, loan, { step: "unsent", by: work.actor, reason, payoutId });
    if (!(await unpayLoan(work, loanId))) throw new Error(`loan ${loan.loan_no} was not paid out`);
  }
}

/** Notifies borrowers whose payments failed. */
export async function notifyUnsent(work: UnitOfWork, loanIds: readonly bigint[]): Promise<void> {
  for (const loanId of loanIds) {
    await notifyBorrower(work, await loanOf(work, loanId), "loan-unsent", () => {});
  }
}

/** A loan's money that reached the member. */
export interface ArrivedLoan {
  readonly payoutId: bigint;
  readonly loanId: bigint;
  readonly amount: Cents;
  readonly receipt: string;
  /** Empty for M-Pesa. */
  readonly way: PayoutWay | "";
}

/** Records that loans' money arrived, and notifies the borrowers. */
export async function recordArrivals(
  work: UnitOfWork,
  arrived: readonly ArrivedLoan[],
): Promise<void> {
  for (const { payoutId, loanId, amount, receipt, way } of arrived) {
    await scheduleFromArrival(work, loanId);
    const loan = await loanOf(work, loanId);
    await recordStep(work, loan, { step: "arrived", by: work.actor, amount, payoutId });
    const more = { way: loanArrivalWords[loan.language][way], receipt, paid: formatMoney(amount) };
    await notifyBorrower(work, loan, "loan-arrived", () => {}, more);
  }
}

/**
 * Disburses an approved loan whose payment was reported as failed but arrived after all; returns
 * the entry. The caller has checked that the loan is approved, for the amount that arrived.
 */
export async function disburseAfterAll(work: UnitOfWork, loanId: bigint): Promise<bigint> {
  const loan = await loanOf(work, loanId);
  const entryId = await disburseApproved(work, loan.loan_no);
  const approver = await approverOf(work, loanId);
  if (entryId === null || approver === null) throw new Error(`${loan.loan_no} is not approved`);
  await recordStep(work, loan, { step: "disbursed", by: actor, approver });
  return entryId;
}

async function loanOf(work: UnitOfWork, loanId: bigint): Promise<ApplicationRow> {
  const loan = await applicationById(work, loanId);
  if (loan === null) throw new Error(`there is no loan ${loanId}`);
  return loan;
}
