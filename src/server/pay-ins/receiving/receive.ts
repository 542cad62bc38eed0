import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import type { Snapshot, UnitOfWork } from "#server/kernel/platform/database.ts";
import { auditPayment, book, type Booking } from "./book.ts";
import { isOpenTo } from "./credit-without-confirmation.ts";
import { accountsNamed } from "./find-named-accounts.ts";
import type { Reading } from "./match-account-number.ts";
import { type Destination, destinationOf } from "./payment-destination.ts";
import type { Cause } from "./payment-parts.ts";
import {
  confirmPrompts,
  lockPrompt,
  lockPrompts,
  markPromptDiffers,
  promptNamed,
  type PromptRow,
} from "./prompt-rows.ts";
import {
  type Arrival,
  lockReceipts,
  lockTargets,
  onlyLoanOf,
  type Payment,
  targetsAt,
} from "./payment-rows.ts";

/**
 * Credits confirmed payments once, however often and in whatever order they are confirmed; no two
 * have the same receipt. The account number of a prompt stands for its member's choice. Money whose
 * account number matches no member goes to suspense; a receipt that the office has recorded itself
 * posts nothing.
 */
export async function receive(
  work: UnitOfWork,
  payments: readonly Payment[],
  notify: Notify,
  by: "confirmation" | "statement" = "confirmation",
): Promise<void> {
  const arrivals = await lockReceipts(work, payments);
  await takeRepeated(
    work,
    arrivals.filter(({ standing }) => standing.isKnown),
  );
  const bookings = await readBookings(
    work,
    arrivals.filter(({ standing }) => !standing.isKnown),
    by,
  );
  await lockTargets(
    work,
    bookings.flatMap(({ goal }) => (typeof goal === "string" ? [] : goal)),
  );
  const loans = bookings.filter(({ goal }) => typeof goal !== "string" && goal.purpose === "loan");
  await book(
    work,
    bookings.filter((booking) => !loans.includes(booking)),
    notify,
  );
  // One by one, because each repayment reduces the balance for the next one of the same loan.
  for (const loan of loans) await book(work, [loan], notify);
}

/**
 * Credits a prompt that M-Pesa's query calls paid by the receipt of its callback, if no
 * confirmation came. A receipt that is known belongs to another payment and credits nothing.
 */
export async function receiveCallback(
  work: UnitOfWork,
  payment: Payment,
  notify: Notify,
): Promise<void> {
  const [arrival] = await lockReceipts(work, [payment]);
  if (arrival === undefined) throw new Error(`receipt ${payment.receiptNo} was not locked`);
  const prompt = await lockPrompt(work, payment.accountText);
  if (prompt === null || !isOpenTo(prompt, payment)) return;
  if (arrival.standing.isKnown) return markPromptDiffers(work, prompt.id);
  const goal = await goalOf(work, arrival, chosenIn(prompt));
  if (typeof goal !== "string") await lockTargets(work, [goal]);
  await book(work, [{ ...arrival, prompt, by: "callback", goal }], notify);
}

/** Returns where a payment would go if it was received now, without a lock. */
export async function foresee(snapshot: Snapshot, arrival: Arrival): Promise<Destination> {
  const { accountText } = arrival.payment;
  const prompt = await promptNamed(snapshot, accountText);
  const named = await accountsNamed(snapshot, [accountText]);
  const reading = prompt === null ? named(accountText) : chosenIn(prompt);
  const goal = await goalOf(snapshot, arrival, reading);
  const [target = null] = await targetsAt(snapshot, [typeof goal === "string" ? null : goal]);
  return destinationOf({ ...arrival, prompt, goal }, target);
}

/** Returns where new payments go, with the prompts that they answer locked. */
async function readBookings(
  work: UnitOfWork,
  arrivals: readonly Arrival[],
  by: Booking["by"],
): Promise<readonly Booking[]> {
  if (arrivals.length === 0) return [];
  const texts = arrivals.map(({ payment }) => payment.accountText);
  const prompts = await lockPrompts(work, texts);
  const named = await accountsNamed(
    work,
    texts.filter((text) => !prompts.has(text)),
  );
  const bookings: Booking[] = [];
  for (const arrival of arrivals) {
    const { accountText } = arrival.payment;
    const prompt = prompts.get(accountText) ?? null;
    const reading = prompt === null ? named(accountText) : chosenIn(prompt);
    const goal = await goalOf(work, arrival, reading);
    bookings.push({ ...arrival, prompt, by, goal });
  }
  return bookings;
}

function chosenIn(prompt: PromptRow): Reading | Cause {
  // The callback's receipt was credited, and M-Pesa confirms another one: two people decide.
  if (prompt.credited_by === "callback") return "prompt";
  const { member_id: memberId, destination: purpose, loan_id: loanId } = prompt;
  return { memberId, purpose, loanId };
}

async function goalOf(
  snapshot: Snapshot,
  { standing }: Arrival,
  reading: Reading | Cause,
): Promise<Booking["goal"]> {
  if (standing.isRecorded) return "recorded";
  if (typeof reading === "string") return reading;
  const { memberId } = reading;
  const purpose = reading.purpose ?? standing.purpose;
  if (purpose !== "loan") return { memberId, purpose, loanId: null };
  return { memberId, purpose, loanId: reading.loanId ?? (await onlyLoanOf(snapshot, memberId)) };
}

/** A repeated confirmation changes nothing; one with other details is marked for the office. */
async function takeRepeated(work: UnitOfWork, repeated: readonly Arrival[]): Promise<void> {
  if (repeated.length === 0) return;
  await confirmPrompts(
    work,
    repeated.map(({ payment }) => payment.receiptNo),
  );
  for (const { payment, standing } of repeated) {
    if (standing.differs) await markDifference(work, payment);
  }
}

async function markDifference(work: UnitOfWork, payment: Payment): Promise<void> {
  const { receiptNo, amount, accountText } = payment;
  const marked = await work.run(
    "update pay_in set differs = true where receipt_no = $1 and not differs",
    [receiptNo],
  );
  if (marked > 0) {
    auditPayment(work, "pay-in-differs", payment, { amount: String(amount), accountText });
  }
}
