import type { CalendarDate } from "#shared/calendar-date.ts";
import { ZERO_CENTS } from "#shared/money.ts";
import type { AuditAction } from "#shared/messages/oversight/audit-actions-en.ts";
import { payInSubject } from "#server/oversight/approvals/subjects.ts";
import { societyAccount } from "#server/ledger/journal/chart-of-accounts.ts";
import { credit, debit } from "#server/ledger/journal/journal.ts";
import { enqueueAllSms } from "#server/messaging/outbox/enqueue-sms.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import type { UnitOfWork } from "#server/kernel/platform/database.ts";
import { type Crediting, creditParts, creditPosting, receiptSms } from "./credit.ts";
import { type PartPosting, postParts } from "./part-rows.ts";
import { bookedAs, type Destination, destinationOf, type Incoming } from "./payment-destination.ts";
import type { Part } from "./payment-parts.ts";
import { type Payment, targetsAt, writePayments } from "./payment-rows.ts";
import { bindPrompt } from "./prompt-rows.ts";

/** A new payment, and by which news it is known. */
export interface Booking extends Incoming {
  readonly by: "confirmation" | "callback" | "statement";
}

/** A payment in the books, and where its money is. */
interface Judged {
  readonly booking: Booking;
  readonly found: Destination;
  readonly payInId: bigint;
}

/**
 * Books new payments and ties them to their prompts. Their members and loans are locked; no two may
 * repay the same loan, because the first reduces the balance for the second.
 */
export async function book(
  work: UnitOfWork,
  bookings: readonly Booking[],
  notify: Notify,
): Promise<void> {
  if (bookings.length === 0) return;
  const all = await writeJudged(work, bookings);
  // Before the posting, which locks the society's account until the commit.
  const credited = all.flatMap(creditingOf).filter(({ parts }) => !parts.some(isLoan));
  await enqueueAllSms(
    work,
    credited.flatMap((one) => one.parts.map((part) => receiptSms(one, part))),
    notify,
  );
  await postParts(work, [
    ...credited.flatMap((one) => one.parts.map((part, at) => creditPosting(one, { part, at }))),
    ...all.flatMap(suspensePostingOf),
  ]);
  for (const one of all.flatMap(creditingOf)) {
    if (one.parts.some(isLoan)) await creditParts(work, one, notify);
  }
  for (const one of all) await finish(work, one);
}

/** Writes the payments, each with what becomes of it. */
async function writeJudged(
  work: UnitOfWork,
  bookings: readonly Booking[],
): Promise<readonly Judged[]> {
  const goals = bookings.map(({ goal }) => (typeof goal === "string" ? null : goal));
  const targets = await targetsAt(work, goals);
  const found = bookings.map((one, at) => destinationOf(one, targets[at] ?? null));
  const ids = await writePayments(
    work,
    bookings.map(({ payment }, at) => bookedAs(payment, found[at] as Destination)),
  );
  return bookings.map((booking, at) => ({
    booking,
    found: found[at] as Destination,
    payInId: ids[at] as bigint,
  }));
}

const isLoan = ({ destination }: Part): boolean => destination === "loan";

/** The crediting of a payment that is credited; none of another. */
function creditingOf({ booking, found, payInId }: Judged): Crediting[] {
  if (typeof found === "string") return [];
  const { receiptNo } = booking.payment;
  const { valueDate } = booking.standing;
  return [{ payInId, receiptNo, turn: 0, from: "mobile-money", valueDate, ...found }];
}

function suspensePostingOf({ booking, found, payInId }: Judged): PartPosting[] {
  if (typeof found !== "string" || found === "recorded") return [];
  const { payment, standing } = booking;
  return [suspensePosting({ payInId, turn: 0, valueDate: standing.valueDate }, payment)];
}

/** The state of a payment in suspense: its id, the turn of its parts and the value date. */
interface Suspending {
  readonly payInId: bigint;
  readonly turn: number;
  readonly valueDate: CalendarDate;
}

type Suspended = Pick<Payment, "receiptNo" | "amount" | "accountText">;

/** Posts a payment into suspense and writes its one part. */
export function postToSuspense(
  work: UnitOfWork,
  suspending: Suspending,
  payment: Suspended,
): Promise<void> {
  return postParts(work, [suspensePosting(suspending, payment)]);
}

function suspensePosting(
  { payInId, turn, valueDate }: Suspending,
  { receiptNo, amount, accountText }: Suspended,
): PartPosting {
  const nobody = { memberId: null, loanId: null };
  return {
    entry: {
      kind: "mpesa-unplaced",
      valueDate,
      narration: `Paid by M-Pesa to account number ${accountText || "(none)"}`,
      referenceNo: receiptNo,
      receiptNo,
      lines: [
        debit(societyAccount("mobile-money"), amount),
        credit(societyAccount("mpesa-suspense"), amount),
      ],
    },
    row: {
      payInId,
      turn,
      partNo: 1,
      destination: "suspense",
      ...nobody,
      amount,
      refund: ZERO_CENTS,
    },
  };
}

/** Ties a payment to its prompt and records it in the audit log. */
async function finish(work: UnitOfWork, { booking, found, payInId }: Judged): Promise<void> {
  const { payment, prompt, by } = booking;
  if (prompt !== null) await bindPrompt(work, prompt, { payInId, by, amount: payment.amount });
  if (found === "recorded") return auditPayment(work, "pay-in-recorded", payment);
  if (typeof found === "string") {
    return auditPayment(work, "pay-in-suspended", payment, { cause: found });
  }
  auditPayment(work, "pay-in-credited", payment, { memberNo: found.target.member_no, by });
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
