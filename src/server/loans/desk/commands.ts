import * as z from "zod/mini";
import { narrationOf } from "#server/ledger/journal/narrations.ts";
import type { CalendarDate } from "#shared/calendar-date.ts";
import type { RepaymentWay } from "#shared/contract/loans/desk.ts";
import { addCents, type Cents, formatMoney, negateCents, ZERO_CENTS } from "#shared/money.ts";
import { onePersonLimits, recordAlone } from "#server/oversight/approvals/one-person.ts";
import { requestApproval } from "#server/oversight/approvals/request-approval.ts";
import { findAccount } from "#server/ledger/journal/accounts.ts";
import { memberAccount } from "#server/ledger/journal/chart-of-accounts.ts";
import { valueDay } from "#server/ledger/journal/closed-books.ts";
import { reverse } from "#server/ledger/journal/post.ts";
import { coverOf } from "#server/loans/lending/guarantees.ts";
import { type ApplicationRow, loanAt } from "#server/loans/lending/loan-rows.ts";
import { followRepayment } from "#server/loans/lending/follow-repayment.ts";
import { recordRepayments, repaymentKind, settleByBalance } from "#server/loans/lending/loans.ts";
import { notifyBorrower } from "#server/loans/lending/loan-notifications.ts";
import { recordStep, rejectOwn, type StepActor } from "#server/loans/lending/loan-steps.ts";
import { requireShownLoan } from "#server/loans/lending/shown-loan.ts";
import { receiptUse } from "#server/loans/lending/waiting-receipts.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import {
  statement,
  type UnitOfWork,
  violatedConstraint,
} from "#server/kernel/platform/database.ts";
import { Problem, fieldProblem } from "#server/kernel/platform/problem.ts";
import { requireShown } from "#server/kernel/platform/shown-facts.ts";
import { bigCents } from "#server/kernel/platform/row-fields.ts";
import { shownRepayment } from "./loan-assessment.ts";
import { lockReceipt } from "#server/loans/lending/lock-receipt.ts";

interface Move {
  readonly loanNo: string;
  readonly by: StepActor;
}

/** A repayment received at the office, or made by another method that the office can see. */
export interface Receipt {
  readonly loanNo: string;
  readonly amount: Cents;
  readonly receipt: string;
  readonly way: RepaymentWay;
  /** Its value date. */
  readonly date: CalendarDate;
  /** The overpayment that the caller confirmed. */
  readonly over: Cents;
}

/** A repayment as it is sent: by default it counts from today and is at most the balance. */
type Sent = Omit<Receipt, "date" | "over"> & {
  readonly date: CalendarDate | undefined;
  readonly over: Cents | undefined;
  /** The loan as the office saw it; absent if it is recorded without reading it. */
  readonly shownDigest?: string | undefined;
};

interface Repaid {
  readonly loan: ApplicationRow;
  /** The request that waits for a second person; null if the repayment is recorded. */
  readonly approvalId: bigint | null;
}

/**
 * Records a repayment, or requests that a second person confirm it: if the amount is too large for
 * one person, or if it would release guarantors by paying more than is owed.
 */
export async function repay(
  work: UnitOfWork,
  sent: Sent & { readonly by: StepActor },
  notify: Notify,
): Promise<Repaid> {
  const { by, loanNo, amount } = sent;
  const loan = await loanAt(work, loanNo);
  await rejectOwn(work, loan, by);
  await lockReceipt(work, sent.receipt);
  const date = await lockForReceipt(work, loan, sent.date);
  await rejectUsed(work, sent);
  await requireShownLoan(work, loanNo, sent.shownDigest);
  const over = await overOf(work, loan, sent);
  const receipt = { loanNo, amount, receipt: sent.receipt, way: sent.way, date, over };
  if (await mayRecordAlone(work, loan, receipt)) {
    return { loan: await recordReceipt(work, loan, { ...receipt, by }, notify), approvalId: null };
  }
  return { loan, approvalId: await requestReceipt(work, loan, receipt) };
}

/** Requests that a second person confirm a receipt, which nobody can record again meanwhile. */
async function requestReceipt(
  work: UnitOfWork,
  { loan_no: loanNo, member_no: memberNo }: ApplicationRow,
  receipt: Receipt,
): Promise<bigint> {
  const request = { kind: "loan-repayment", subject: `loan:${loanNo}` } as const;
  const about = `member:${memberNo}`;
  const payload = { ...receipt, amount: String(receipt.amount), over: String(receipt.over) };
  try {
    return await requestApproval(work, { ...request, about, payload });
  } catch (error) {
    if (violatedConstraint(error) === "approval_receipt_waiting")
      throw new Problem("receipt-waits");
    throw error;
  }
}

const lockDisbursed = statement({
  name: "loan-lock-disbursed",
  text: `select start_date <= coalesce($2::date, akiba_today())
      and coalesce($2::date, akiba_today()) <= akiba_today() as dated
    from loan where id = $1 and state = 'disbursed' for no key update`,
  row: z.object({ dated: z.boolean() }),
});

/** Locks a running loan and returns the receipt's value date. */
async function lockForReceipt(
  work: UnitOfWork,
  loan: ApplicationRow,
  given: CalendarDate | undefined,
): Promise<CalendarDate> {
  const locked = await work.first(lockDisbursed, [loan.id, given ?? null]);
  if (locked === null) throw new Problem("loan-state");
  if (!locked.dated) throw fieldProblem("date", "date.future");
  return valueDay(work, "date", given);
}

/** Rejects a receipt that is in the books, or that waits for a second person. */
async function rejectUsed(work: UnitOfWork, sent: Sent): Promise<void> {
  const used = await receiptUse(work, sent);
  if (used !== "none") throw new Problem(used === "recorded" ? "receipt-used" : "receipt-waits");
}

/** Returns the excess of a receipt over the balance; rejects an excess that was not announced. */
async function overOf(work: UnitOfWork, loan: ApplicationRow, sent: Sent): Promise<Cents> {
  const left = await owedOn(work, loan, sent.amount);
  const over = left < 0n ? negateCents(left) : ZERO_CENTS;
  if (over > loan.monthly_deduction_cents) throw fieldProblem("amount", "over.instalment");
  rejectOver(sent.amount, left, sent.over ?? ZERO_CENTS);
  return over;
}

async function mayRecordAlone(
  work: UnitOfWork,
  loan: ApplicationRow,
  { amount, over }: Receipt,
): Promise<boolean> {
  const limits = await onePersonLimits(work);
  if (over > limits.over) return false;
  if (over > 0n && (await coverOf(work, loan.id)).accepted > 0n) return false;
  return recordAlone(work, { limit: "repayment", subject: `loan:${loan.loan_no}`, amount });
}

/** Records a repayment that a second person has confirmed, in the name of the first. */
export async function confirmReceipt(
  work: UnitOfWork,
  receipt: Receipt,
  { requestedBy, notify }: { readonly requestedBy: StepActor; readonly notify: Notify },
): Promise<void> {
  const loan = await loanAt(work, receipt.loanNo);
  await rejectOwn(work, loan, work.actor);
  await rejectOwn(work, loan, requestedBy);
  await lockReceipt(work, receipt.receipt);
  await lockForReceipt(work, loan, receipt.date);
  const recorded = { ...receipt, by: requestedBy, confirmedBy: work.actor };
  await recordReceipt(work, loan, recorded, notify);
}

/**
 * Posts a repayment and settles the loan once nothing is left to pay. Posts the entry first, so
 * that the step can name it. Rolls both back if the receipt is already in the books, or if an
 * overpayment was not confirmed.
 */
async function recordReceipt(
  work: UnitOfWork,
  before: ApplicationRow,
  given: Receipt & { readonly by: StepActor; readonly confirmedBy?: StepActor },
  notify: Notify,
): Promise<ApplicationRow> {
  const { loanNo, amount, receipt, over, by, confirmedBy } = given;
  const [entryId] = await recordRepayments(
    work,
    [
      {
        kind: repaymentKind(given.way),
        memberId: before.member_id,
        loanNo,
        amount,
        narration: narrationOf("loanRepaid", { loanNo }),
        referenceNo: loanNo,
        receiptNo: receipt,
        valueDate: given.date,
      },
    ],
    notify,
  );
  if (entryId === undefined) throw new Error(`the repayment of ${loanNo} was not posted`);
  const people = { by, ...(confirmedBy !== undefined && { confirmedBy }) };
  await recordStep(work, before, { step: "repaid", ...people, amount, over, receipt, entryId });
  const left = await owedOn(work, before);
  rejectOver(amount, left, over);
  return followRepayment(work, loanNo, { by, amount, left, receipt }, notify);
}

/** Rejects an excess over the balance beyond the confirmed one. */
function rejectOver(amount: Cents, left: Cents, known: Cents): void {
  const over = negateCents(left);
  if (over <= known) return;
  const values = { over: formatMoney(over), owed: formatMoney(addCents(amount, left)) };
  throw new Problem("repayment-over", { values });
}

/** Returns the balance of a loan, less a repayment that is not in the books yet. */
async function owedOn(
  work: UnitOfWork,
  loan: ApplicationRow,
  repaid: Cents = ZERO_CENTS,
): Promise<Cents> {
  const key = memberAccount("loan-receivable", loan.member_id, loan.loan_no);
  const balance = (await findAccount(work, key))?.balance ?? ZERO_CENTS;
  return addCents(balance, negateCents(repaid));
}

const findRecorded = statement({
  name: "loan-desk-recorded",
  text: `select s.id, s.taken_by, s.entry_id, s.amount_cents as amount, e.kind, e.value_date,
      coalesce(st.full_name, '') as by
    from loan_step s join journal_entry e on e.id = s.entry_id
      left join staff st on 'staff:' || st.staff_no = s.taken_by
    where s.loan_id = $1 and s.step = 'repaid' and s.receipt_no = $2
      and not exists (select from loan_step r where r.reverses = s.id)`,
  row: z.object({
    id: z.bigint(),
    taken_by: z.string(),
    entry_id: z.bigint(),
    amount: bigCents,
    kind: z.string(),
    value_date: z.string(),
    by: z.string(),
  }),
});

const lockPaidOut = statement({
  name: "loan-desk-lock",
  text: `select id from loan where id = $1 and state in ('disbursed', 'settled')
    for no key update`,
  row: z.object({ id: z.bigint() }),
});

interface Reversal extends Move {
  readonly receipt: string;
  readonly reason: string;
  /** The repayment as the office saw it: a reversed receipt can be recorded again. */
  readonly shownDigest: string;
}

/**
 * Reverses a repayment that was recorded by mistake, by a reversing entry of today and a person
 * other than its recorder. A loan that it had settled is owed again. Throws `shown-changed` if the
 * receipt now belongs to another repayment than the one shown.
 */
export async function reverseRepayment(
  work: UnitOfWork,
  given: Reversal,
  notify: Notify,
): Promise<ApplicationRow> {
  const { loanNo, by, receipt, reason } = given;
  const before = await loanAt(work, loanNo);
  await rejectOwn(work, before, by);
  if ((await work.first(lockPaidOut, [before.id])) === null) throw new Problem("loan-state");
  const recorded = await work.first(findRecorded, [before.id, receipt]);
  if (recorded === null) throw fieldProblem("receipt", "receipt.none");
  if (recorded.taken_by === by) throw new Problem("own-entry");
  requireShown(given.shownDigest, shownRepayment(recorded));
  await reverse(work, recorded.entry_id);
  await settleByBalance(work, [loanNo], notify);
  const { amount } = recorded;
  const reverses = { stepId: recorded.id, recordedBy: recorded.taken_by };
  await recordStep(work, before, { step: "reversed", by, reason, amount, reverses });
  const loan = await loanAt(work, loanNo);
  const balance = formatMoney(await owedOn(work, loan));
  const money = { amount: formatMoney(amount), balance, receipt };
  await notifyBorrower(work, loan, "loan-reversed", notify, money);
  return loan;
}
