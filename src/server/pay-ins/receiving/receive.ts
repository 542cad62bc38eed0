import type { CalendarDate } from "#shared/calendar-date.ts";
import type { AuditAction } from "#shared/messages/oversight/audit-actions-en.ts";
import { payInSubject } from "#server/oversight/approvals/subjects.ts";
import { societyAccount } from "#server/ledger/journal/chart-of-accounts.ts";
import { credit, debit } from "#server/ledger/journal/journal.ts";
import { post } from "#server/ledger/journal/post.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import type { UnitOfWork } from "#server/kernel/platform/database.ts";
import { creditParts } from "./credit.ts";
import { type Cause, type Part, partsOf } from "./payment-parts.ts";
import { accountNamed } from "./named-accounts.ts";
import {
  bindPrompt,
  confirmPrompt,
  isOpenTo,
  lockPrompt,
  markPromptDiffers,
  type PromptRow,
} from "./prompt-rows.ts";
import {
  lockReceipt,
  lockTarget,
  onlyLoanOf,
  type Payment,
  type Standing,
  targetAt,
  type TargetRow,
  writePayment,
} from "./payment-rows.ts";

/**
 * Credits a confirmed payment once, however often and in whatever order it is confirmed. The
 * account number of a prompt names what its member chose. Money whose account number matches nobody
 * goes to suspense; a receipt that the office has recorded itself posts nothing.
 */
export async function receive(work: UnitOfWork, payment: Payment, notify: Notify): Promise<void> {
  const standing = await lockReceipt(work, payment);
  if (standing.isKnown) {
    await confirmPrompt(work, payment.receiptNo);
    return markDifference(work, payment, standing);
  }
  const prompt = await lockPrompt(work, payment.accountText);
  await book(work, payment, { standing, prompt, by: "confirmation" }, notify);
}

/**
 * Credits a prompt that M-Pesa's query calls paid by the receipt of its callback, if no
 * confirmation came. A receipt that is known belongs to another payment and credits nothing.
 */
export async function receiveTold(
  work: UnitOfWork,
  payment: Payment,
  notify: Notify,
): Promise<void> {
  const standing = await lockReceipt(work, payment);
  const prompt = await lockPrompt(work, payment.accountText);
  if (prompt === null || !isOpenTo(prompt, payment)) return;
  if (standing.isKnown) return markPromptDiffers(work, prompt.id);
  await book(work, payment, { standing, prompt, by: "callback" }, notify);
}

/** The facts by which a new payment is booked. */
interface Booking {
  readonly standing: Standing;
  /** The prompt that it answers. */
  readonly prompt: PromptRow | null;
  readonly by: "confirmation" | "callback";
}

/** Books a payment that was not known and ties it to its prompt. */
async function book(
  work: UnitOfWork,
  payment: Payment,
  booking: Booking,
  notify: Notify,
): Promise<void> {
  const payInId = await bookPayment(work, payment, booking, notify);
  const { prompt, by } = booking;
  if (prompt !== null) await bindPrompt(work, prompt, { payInId, by, amount: payment.amount });
}

async function bookPayment(
  work: UnitOfWork,
  payment: Payment,
  { standing, prompt, by }: Booking,
  notify: Notify,
): Promise<bigint> {
  if (standing.isRecorded) {
    const payInId = await writePayment(work, payment, { state: "recorded", cause: "" });
    auditPayment(work, "pay-in-recorded", payment);
    return payInId;
  }
  const found = await destinationOf(work, payment, standing, prompt);
  if (typeof found === "string") return suspend(work, payment, standing.valueDate, found);
  const payInId = await writePayment(work, payment, { state: "credited", cause: "" });
  const { receiptNo } = payment;
  const { valueDate } = standing;
  const arrival = { payInId, receiptNo, turn: 0, from: "mobile-money", valueDate } as const;
  await creditParts(work, { ...arrival, ...found }, notify);
  auditPayment(work, "pay-in-credited", payment, { memberNo: found.target.member_no, by });
  return payInId;
}

/** A repeated confirmation changes nothing; one with other details is marked for the office. */
async function markDifference(
  work: UnitOfWork,
  payment: Payment,
  { differs }: Standing,
): Promise<void> {
  if (!differs) return;
  const { receiptNo, amount, accountText } = payment;
  const marked = await work.run(
    "update pay_in set differs = true where receipt_no = $1 and not differs",
    [receiptNo],
  );
  if (marked > 0) {
    auditPayment(work, "pay-in-differs", payment, { amount: String(amount), accountText });
  }
}

interface Destined {
  readonly target: TargetRow;
  readonly parts: readonly Part[];
}

/** Returns where a payment goes, its member or loan locked, or why it waits in suspense. */
async function destinationOf(
  work: UnitOfWork,
  { accountText, amount }: Payment,
  standing: Standing,
  prompt: PromptRow | null,
): Promise<Destined | Cause> {
  // The callback's receipt was credited, and M-Pesa confirms another one: two people decide.
  if (prompt?.credited_by === "callback") return "prompt";
  const reading = prompt === null ? await accountNamed(work, accountText) : chosenIn(prompt);
  if (typeof reading === "string") return reading;
  const { memberId } = reading;
  const purpose = reading.purpose ?? standing.purpose;
  const loanId = purpose === "loan" ? (reading.loanId ?? (await onlyLoanOf(work, memberId))) : null;
  await lockTarget(work, memberId, loanId);
  const row = await targetAt(work, memberId, loanId);
  if (row === null) return "unknown";
  const target = targetOf(row);
  const chosen = prompt === null || prompt.account_no === "" ? null : prompt.account_no;
  const accounts = target.withdrawableAccounts.filter((one) => chosen === null || one === chosen);
  const narrowed = { ...target, withdrawableAccounts: accounts };
  const parts = partsOf(narrowed, purpose, amount, standing.loanRest);
  return typeof parts === "string" ? parts : { target: row, parts };
}

function chosenIn({ member_id: memberId, destination: purpose, loan_id: loanId }: PromptRow) {
  return { memberId, purpose, loanId };
}

/** The target as the decision about its parts takes it. */
export function targetOf(row: TargetRow) {
  const { loan_id: id, loan_no: loanNo, loan_state: state, owed_cents: owed } = row;
  const loan =
    id === null || loanNo === null || state === null ? null : { id, loanNo, state, owed };
  return {
    memberId: row.member_id,
    hasLeft: row.has_left,
    isCashCounted: row.is_cash_counted,
    withdrawableAccounts: row.accounts,
    loan,
  };
}

async function suspend(
  work: UnitOfWork,
  payment: Payment,
  valueDate: CalendarDate,
  cause: Cause,
): Promise<bigint> {
  const payInId = await writePayment(work, payment, { state: "suspense", cause });
  await postToSuspense(work, { payInId, turn: 0, valueDate }, payment);
  auditPayment(work, "pay-in-suspended", payment, { cause });
  return payInId;
}

/** Where a payment in suspense stands: its id, the turn of its parts and the value date. */
interface Suspending {
  readonly payInId: bigint;
  readonly turn: number;
  readonly valueDate: CalendarDate;
}

/** Posts a payment into suspense and writes its one part. */
export async function postToSuspense(
  work: UnitOfWork,
  { payInId, turn, valueDate }: Suspending,
  { receiptNo, amount, accountText }: Pick<Payment, "receiptNo" | "amount" | "accountText">,
): Promise<void> {
  const entryId = await post(work, {
    kind: "mpesa-unplaced",
    valueDate,
    narration: `Paid by M-Pesa to account number ${accountText || "(none)"}`,
    referenceNo: receiptNo,
    receiptNo,
    lines: [
      debit(societyAccount("mobile-money"), amount),
      credit(societyAccount("mpesa-suspense"), amount),
    ],
  });
  await work.run(
    `insert into pay_in_part (pay_in_id, turn, part_no, destination, amount_cents, entry_id)
      values ($1, $2, 1, 'suspense', $3, $4)`,
    [payInId, turn, amount, entryId],
  );
}

/** Records an event of a payment in the audit log. */
export function auditPayment(
  work: UnitOfWork,
  action: AuditAction,
  { receiptNo }: Pick<Payment, "receiptNo">,
  detail: Readonly<Record<string, string>> = {},
): void {
  work.audit({ action, subject: payInSubject(receiptNo), detail });
}
