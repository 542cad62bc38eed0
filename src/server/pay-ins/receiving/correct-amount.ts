import * as z from "zod/mini";
import { type Cents, formatMoney } from "#shared/money.ts";
import { reverseAll } from "#server/ledger/journal/post.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import { enqueueSms } from "#server/messaging/outbox/enqueue-sms.ts";
import { type Snapshot, statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { bigCents } from "#server/kernel/platform/row-fields.ts";
import { auditPayment, postToSuspense } from "./book.ts";
import { creditParts } from "./credit.ts";
import type { Purpose } from "./match-account-number.ts";
import { targetOf } from "./payment-destination.ts";
import { type Cause, type Part, partsOf } from "./payment-parts.ts";
import { lockTarget, targetAt, type TargetRow } from "./payment-rows.ts";
import { reopenLoan, type StandingEntry, standingEntries } from "./standing-entries.ts";
import { decide } from "./suspense-decisions.ts";

const findPayIn = statement({
  name: "pay-in-to-correct",
  text: `select p.id, p.receipt_no, p.amount_cents, p.account_text, p.state, p.cause,
      p.turn::int as turn, s.loan_rest, exists (select from pay_in_reversal r
        where r.pay_in_id = p.id and r.state not in ('failed', 'reversed')) as is_reversing
    from pay_in p cross join pay_in_setting s where p.receipt_no = $1`,
  row: z.object({
    id: z.bigint(),
    receipt_no: z.string(),
    amount_cents: bigCents,
    account_text: z.string(),
    state: z.enum(["credited", "suspense", "returned", "recorded"]),
    cause: z.string(),
    turn: z.int(),
    loan_rest: z.enum(["deposits", "refund"]),
    is_reversing: z.boolean(),
  }),
});

/** A payment in the books whose amount differs from M-Pesa's statement. */
export interface Correction {
  readonly payIn: z.infer<typeof findPayIn.row>;
  /** The amount on the statement. */
  readonly amount: Cents;
  /** Its entries that are not reversed, the latest first. */
  readonly entries: readonly StandingEntry[];
  /** Its member and loan; null in suspense. */
  readonly target: TargetRow | null;
}

/** Returns a payment whose amount would be corrected, or why it cannot be. */
export async function findCorrection(
  snapshot: Snapshot,
  receiptNo: string,
  amount: Cents,
): Promise<Correction | Problem> {
  const payIn = await snapshot.first(findPayIn, [receiptNo]);
  if (payIn === null) return new Problem("no-such-pay-in");
  const { state, amount_cents: booked } = payIn;
  if ((state !== "credited" && state !== "suspense") || booked === amount) {
    return new Problem("pay-in-state");
  }
  if (payIn.is_reversing) return new Problem("pay-in-reversing");
  const entries = await standingEntries(snapshot, payIn.id);
  if (entries.some(({ refunded_cents: refunded }) => refunded > 0n)) {
    return new Problem("pay-in-refunded");
  }
  if (entries.some(({ is_matched: isMatched }) => isMatched)) return new Problem("match-taken");
  return { payIn, amount, entries, target: await targetOfEntries(snapshot, entries) };
}

/** Locks a payment, and the member or loan that it was credited to. */
export async function lockCorrection(work: UnitOfWork, receiptNo: string): Promise<void> {
  await work.run("select from pay_in where receipt_no = $1 for no key update", [receiptNo]);
  const payIn = await work.first(findPayIn, [receiptNo]);
  const owner = payIn === null ? null : ownerOf(await standingEntries(work, payIn.id));
  if (owner !== null) await lockTarget(work, owner.memberId, owner.loanId);
}

async function targetOfEntries(snapshot: Snapshot, entries: readonly StandingEntry[]) {
  const owner = ownerOf(entries);
  return owner === null ? null : targetAt(snapshot, owner.memberId, owner.loanId);
}

function ownerOf(entries: readonly StandingEntry[]) {
  const memberId = entries[0]?.member_id ?? null;
  if (memberId === null) return null;
  return { memberId, loanId: entries.find(isOfLoan)?.loan_id ?? null };
}

const isOfLoan = ({ loan_id: loanId }: StandingEntry): boolean => loanId !== null;

/** The two people of a correction and the line of the statement that they have seen. */
export interface CorrectedBy {
  readonly lineId: bigint;
  readonly approvalId: bigint;
  readonly requestedBy: string;
  readonly reason: string;
  readonly notify: Notify;
}

/**
 * Reverses a payment and posts it again with the amount on the statement, to the same account, and
 * notifies its member. Throws `not-enough` if the money that was never paid is spent. Returns the
 * reversed entries.
 */
export async function correctAmount(
  work: UnitOfWork,
  correction: Correction,
  by: CorrectedBy,
): Promise<readonly bigint[]> {
  const { payIn, entries, amount } = correction;
  const turn = await writeCorrection(work, correction, by);
  const ofLoans = entries.filter(isOfLoan);
  // First, because the loan then owes again what the payment repays.
  await reverseEntries(work, ofLoans);
  for (const part of ofLoans) await reopenLoan(work, part, by.reason, by.notify);
  const found = await partsNow(work, correction);
  if (correction.target !== null) await notifyMember(work, correction, by.notify);
  await postAgain(work, correction, { turn, found, notify: by.notify });
  // Last, so that an account needs only the money that was never paid.
  await reverseEntries(
    work,
    entries.filter((entry) => !isOfLoan(entry)),
  );
  const isSuspended = typeof found === "string";
  await work.run(
    `update pay_in set amount_cents = $2, state = $3, cause = $4, turn = $5 where id = $1`,
    [
      payIn.id,
      amount,
      isSuspended ? "suspense" : "credited",
      isSuspended ? found : payIn.cause,
      turn,
    ],
  );
  auditPayment(
    work,
    "pay-in-corrected",
    { receiptNo: payIn.receipt_no },
    {
      from: String(payIn.amount_cents),
      to: String(amount),
      line: String(by.lineId),
      requestedBy: by.requestedBy,
      reason: by.reason,
    },
  );
  return entries.map(({ entry_id: id }) => id);
}

async function writeCorrection(
  work: UnitOfWork,
  { payIn, amount }: Correction,
  { lineId, approvalId, requestedBy, reason }: CorrectedBy,
): Promise<number> {
  const people = { proposedBy: requestedBy, decidedBy: work.actor };
  const turn = await decide(work, payIn, { decision: "corrected", ...people, reason });
  await work.run(
    `insert into pay_in_correction (line_id, pay_in_id, turn, booked_cents, amount_cents,
        approval_id, entered_by, approved_by)
      values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      lineId,
      payIn.id,
      turn,
      payIn.amount_cents,
      amount,
      approvalId,
      people.proposedBy,
      people.decidedBy,
    ],
  );
  return turn;
}

function reverseEntries(work: UnitOfWork, entries: readonly StandingEntry[]): Promise<bigint[]> {
  return reverseAll(
    work,
    entries.map(({ entry_id: entryId, value_date: valueDate }) => ({ entryId, valueDate })),
  );
}

interface Destined {
  readonly target: TargetRow;
  readonly parts: readonly Part[];
}

/** Returns the parts of the right amount as the accounts are now, or why it waits in suspense. */
async function partsNow(
  snapshot: Snapshot,
  { payIn, amount, entries }: Correction,
): Promise<Destined | Cause> {
  const target = await targetOfEntries(snapshot, entries);
  if (target === null) return payIn.cause as Cause;
  const [first] = entries;
  const purpose = entries.some(isOfLoan) ? "loan" : (first?.destination as Purpose);
  const withdrawableAccounts = target.accounts.filter((one) => one === first?.account_no);
  const narrowed = { ...targetOf(target), withdrawableAccounts };
  const parts = partsOf(narrowed, purpose, amount, payIn.loan_rest);
  return typeof parts === "string" ? parts : { target, parts };
}

interface Again {
  readonly turn: number;
  readonly found: Destined | Cause;
  readonly notify: Notify;
}

/** Posts the payment as it would have been posted on its day, or today if that month is closed. */
async function postAgain(
  work: UnitOfWork,
  { payIn, amount, entries }: Correction,
  { turn, found, notify }: Again,
): Promise<void> {
  const { id: payInId, receipt_no: receiptNo, account_text: accountText } = payIn;
  const valueDate = entries.at(-1)?.value_date;
  if (valueDate === undefined) throw new Error(`payment ${receiptNo} has no entry`);
  if (typeof found === "string") {
    const payment = { receiptNo, amount, accountText };
    return postToSuspense(work, { payInId, turn, valueDate }, payment);
  }
  const crediting = { payInId, receiptNo, turn, valueDate, ...found, isNotified: true };
  return creditParts(work, { ...crediting, from: "mobile-money" }, notify);
}

async function notifyMember(
  work: UnitOfWork,
  { payIn, amount, target }: Correction,
  notify: Notify,
): Promise<void> {
  if (target === null) return;
  const { language, mobile_number: mobileNumber } = target;
  const before = formatMoney(payIn.amount_cents);
  const params = { amount: formatMoney(amount), before, receipt: payIn.receipt_no };
  await enqueueSms(work, { mobileNumber, template: "pay-in-corrected", language, params }, notify);
}
