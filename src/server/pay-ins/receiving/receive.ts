import type { CalendarDate } from "#shared/calendar-date.ts";
import { payInSubject } from "#server/oversight/approvals/subjects.ts";
import { societyAccount } from "#server/ledger/journal/chart-of-accounts.ts";
import { credit, debit } from "#server/ledger/journal/journal.ts";
import { post } from "#server/ledger/journal/post.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import type { UnitOfWork } from "#server/kernel/platform/database.ts";
import { creditParts } from "./credit.ts";
import { type Cause, type Part, partsOf } from "./destination.ts";
import { accountNamed } from "./named-accounts.ts";
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
 * Credits a confirmed payment once, however often and in whatever order it is confirmed. Money
 * whose account number matches nobody goes to suspense; a receipt that the office has recorded
 * itself posts nothing.
 */
export async function receive(work: UnitOfWork, payment: Payment, notify: Notify): Promise<void> {
  const standing = await lockReceipt(work, payment);
  if (standing.isKnown) return markDifference(work, payment, standing);
  if (standing.isRecorded) {
    await writePayment(work, payment, { state: "recorded", cause: "" });
    auditPayment(work, "pay-in-recorded", payment);
    return;
  }
  const found = await destinationOf(work, payment, standing);
  if (typeof found === "string") return suspend(work, payment, standing.valueDate, found);
  const payInId = await writePayment(work, payment, { state: "credited", cause: "" });
  const { receiptNo } = payment;
  const { valueDate } = standing;
  const arrival = { payInId, receiptNo, turn: 0, from: "mobile-money", valueDate } as const;
  await creditParts(work, { ...arrival, ...found }, notify);
  auditPayment(work, "pay-in-credited", payment, { memberNo: found.target.member_no });
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
): Promise<Destined | Cause> {
  const reading = await accountNamed(work, accountText);
  if (typeof reading === "string") return reading;
  const { memberId } = reading;
  const purpose = reading.purpose ?? standing.purpose;
  const loanId = purpose === "loan" ? (reading.loanId ?? (await onlyLoanOf(work, memberId))) : null;
  await lockTarget(work, memberId, loanId);
  const target = await targetAt(work, memberId, loanId);
  if (target === null) return "unknown";
  const parts = partsOf(targetOf(target), purpose, amount, standing.loanRest);
  return typeof parts === "string" ? parts : { target, parts };
}

/** The target as the decision about its parts takes it. */
export function targetOf(row: TargetRow) {
  const { loan_id: id, loan_no: loanNo, loan_state: state, owed_cents: owed } = row;
  const loan =
    id === null || loanNo === null || state === null ? null : { id, loanNo, state, owed };
  return {
    memberId: row.member_id,
    hasLeft: row.has_left,
    withdrawableAccounts: row.accounts,
    loan,
  };
}

async function suspend(
  work: UnitOfWork,
  payment: Payment,
  valueDate: CalendarDate,
  cause: Cause,
): Promise<void> {
  const payInId = await writePayment(work, payment, { state: "suspense", cause });
  await postToSuspense(work, { payInId, turn: 0, valueDate }, payment);
  auditPayment(work, "pay-in-suspended", payment, { cause });
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
  action: string,
  { receiptNo }: Pick<Payment, "receiptNo">,
  detail: Readonly<Record<string, string>> = {},
): void {
  work.audit({ action, subject: payInSubject(receiptNo), detail });
}
