import type { payInPurposes } from "#shared/contract/pay-ins/desk.ts";
import { formatMoney } from "#shared/money.ts";
import type { ApprovalKindName } from "#shared/approval-kinds.ts";
import { requestApproval } from "#server/oversight/approvals/request-approval.ts";
import { payInSubject } from "#server/oversight/approvals/subjects.ts";
import { reverseAll } from "#server/ledger/journal/post.ts";
import { isCredited } from "#server/loans/lending/own-money.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import { enqueueSms } from "#server/messaging/outbox/enqueue-sms.ts";
import { type Snapshot, type UnitOfWork } from "#server/kernel/platform/database.ts";
import { fieldProblem, Problem } from "#server/kernel/platform/problem.ts";
import { readToday } from "#server/kernel/platform/today.ts";
import { creditParts } from "#server/pay-ins/receiving/credit.ts";
import { targetOf } from "#server/pay-ins/receiving/payment-destination.ts";
import { type Cause, type Part, partsOf } from "#server/pay-ins/receiving/payment-parts.ts";
import { lockTarget, targetAt, type TargetRow } from "#server/pay-ins/receiving/payment-rows.ts";
import { decide, enter, returnToSender } from "#server/pay-ins/receiving/suspense-decisions.ts";
import { reopenLoan, standingEntries } from "#server/pay-ins/receiving/standing-entries.ts";
import * as reversals from "#server/pay-ins/receiving/reversals.ts";
import { auditPayment, postToSuspense } from "#server/pay-ins/receiving/book.ts";
import * as queries from "./queries.ts";
import type { PartRow, PayInRow } from "./queries.ts";
import { isUnderWay, requireReversible } from "./reversible.ts";

/** The proposed destination of a payment in suspense. */
export interface Placing {
  readonly receipt: string;
  readonly to: (typeof payInPurposes)[number];
  readonly memberNo?: string | undefined;
  readonly loanNo?: string | undefined;
}

/** A payment in suspense and where it would go. */
export interface Placement {
  readonly payIn: PayInRow;
  readonly target: TargetRow;
  readonly parts: readonly Part[];
}

/** The proposal to take a payment off a wrong account. */
export interface Moving {
  readonly receipt: string;
}

/** The record of a payment that was reversed in M-Pesa's portal. */
export interface Returning {
  readonly receipt: string;
  readonly returnReceipt: string;
}

interface Approved {
  /** The first person, as the audit log names them. */
  readonly requestedBy: string;
  /** The first person's reason; empty for a placement. */
  readonly reason: string;
  readonly notify: Notify;
}

const peopleOf = (work: UnitOfWork, { requestedBy, reason }: Approved) => ({
  proposedBy: requestedBy,
  decidedBy: work.actor,
  reason,
});

/** Requests that a second person approve where a payment in suspense goes. */
export async function requestPlacement(work: UnitOfWork, wish: Placing): Promise<bigint> {
  await lockPlacement(work, wish);
  const found = await requirePlacement(work, wish);
  const { receipt, to, loanNo } = wish;
  await rejectConcerned(
    work,
    [{ member_id: found.target.member_id, loan_id: loanOf(found) }],
    [work.actor],
  );
  const memberNo = found.target.member_no;
  const payload = { receipt, to, ...(to === "loan" ? { loanNo } : { memberNo }) };
  return request(work, "pay-in-placement", { receipt, memberNo, payload, reason: "" });
}

/** Requests that a second person approve removing a payment from a wrong account. */
export async function requestMove(work: UnitOfWork, wish: Moving, reason: string): Promise<bigint> {
  await lockMove(work, wish);
  const { payIn, parts } = await requireMove(work, wish);
  await rejectConcerned(work, parts, [work.actor]);
  const { receipt } = wish;
  const about = { receipt, memberNo: payIn.member_no, payload: { receipt }, reason };
  return request(work, "pay-in-move", about);
}

/** Requests that a second person confirm that a payment was reversed in M-Pesa's portal. */
export async function requestReturn(
  work: UnitOfWork,
  wish: Returning,
  reason: string,
): Promise<bigint> {
  await queries.lockPayIn(work, wish.receipt);
  const payIn = await requireSuspended(work, wish.receipt);
  await rejectReversing(work, payIn);
  const { receipt } = wish;
  return request(work, "pay-in-return", { receipt, memberNo: "", payload: { ...wish }, reason });
}

interface About {
  readonly receipt: string;
  readonly memberNo: string;
  readonly payload: Readonly<Record<string, string | undefined>>;
  readonly reason: string;
}

function request(
  work: UnitOfWork,
  kind: ApprovalKindName,
  { receipt, memberNo, payload, reason }: About,
): Promise<bigint> {
  const subject = payInSubject(receipt);
  const about = memberNo === "" ? "" : `member:${memberNo}`;
  return requestApproval(work, { kind, subject, about, payload, reason });
}

/** Places a payment in suspense, once, as two people have agreed. */
export async function place(work: UnitOfWork, wish: Placing, approved: Approved): Promise<void> {
  await lockPlacement(work, wish);
  const { payIn, target, parts } = await requirePlacement(work, wish);
  const { requestedBy, notify } = approved;
  const credited = [{ member_id: target.member_id, loan_id: loanOf({ target, parts }) }];
  await rejectConcerned(work, credited, [requestedBy, work.actor]);
  const turn = await decide(work, payIn, {
    decision: "placed",
    ...peopleOf(work, approved),
    reason: "",
  });
  const placing = { payInId: payIn.id, receiptNo: payIn.receipt_no, turn, target, parts };
  const valueDate = await queries.suspendedOn(work, payIn);
  await creditParts(work, { ...placing, from: "mpesa-suspense", valueDate }, notify);
  await enter(work, payIn, { state: "credited", cause: payIn.cause });
  const detail = { to: wish.to, memberNo: target.member_no, requestedBy };
  auditPayment(work, "pay-in-placed", { receiptNo: wish.receipt }, detail);
}

/** Takes a payment off a wrong account, back into suspense, as two people have agreed. */
export async function move(work: UnitOfWork, wish: Moving, approved: Approved): Promise<void> {
  await lockMove(work, wish);
  const { payIn, parts } = await requireMove(work, wish);
  const { requestedBy, reason, notify } = approved;
  await rejectConcerned(work, parts, [requestedBy, work.actor]);
  const turn = await decide(work, payIn, { decision: "moved", ...peopleOf(work, approved) });
  // A payment that was placed has its entry into suspense as well.
  const entries = await standingEntries(work, payIn.id);
  await reverseAll(
    work,
    entries.map(({ entry_id: entryId }) => ({ entryId })),
  );
  for (const part of parts) await reopenLoan(work, part, reason, notify);
  const { receipt_no: receiptNo, amount_cents: amount, account_text: accountText } = payIn;
  const valueDate = await readToday(work);
  await postToSuspense(
    work,
    { payInId: payIn.id, turn, valueDate },
    { receiptNo, amount, accountText },
  );
  await enter(work, payIn, { state: "suspense", cause: "moved" });
  await notifyOfMove(work, payIn, parts, notify);
  const detail = { memberNo: payIn.member_no, requestedBy, reason };
  auditPayment(work, "pay-in-moved", { receiptNo }, detail);
}

/** Records that a payment in suspense was returned to its sender, as two people have agreed. */
export async function giveBack(
  work: UnitOfWork,
  wish: Returning,
  approved: Approved,
): Promise<void> {
  await queries.lockPayIn(work, wish.receipt);
  const payIn = await requireSuspended(work, wish.receipt);
  const { requestedBy: proposedBy, reason } = approved;
  const { returnReceipt } = wish;
  const people = { proposedBy, decidedBy: work.actor, reason };
  await returnToSender(work, payIn, { ...people, returnReceipt });
  await reversals.endUnknownReversal(work, payIn.id, returnReceipt);
}

async function notifyOfMove(
  work: UnitOfWork,
  payIn: PayInRow,
  parts: readonly PartRow[],
  notify: Notify,
): Promise<void> {
  const [first] = parts;
  const member = first?.member_id == null ? null : await targetAt(work, first.member_id, null);
  if (member === null) return;
  const { language, mobile_number: mobileNumber } = member;
  const params = { amount: formatMoney(payIn.amount_cents), receipt: payIn.receipt_no };
  await enqueueSms(work, { mobileNumber, template: "pay-in-moved", language, params }, notify);
}

/** Locks a payment and the member or loan that it would go to. */
export async function lockPlacement(work: UnitOfWork, wish: Placing): Promise<void> {
  await queries.lockPayIn(work, wish.receipt);
  const named = await namedBy(work, wish);
  if (!(named instanceof Problem)) await lockTarget(work, named.memberId, named.loanId);
}

async function requirePlacement(work: UnitOfWork, wish: Placing): Promise<Placement> {
  const found = await findPlacement(work, wish);
  if (found instanceof Problem) throw found;
  return found;
}

/** Returns the current terms of a placement, or why it cannot be made. */
export async function findPlacement(
  snapshot: Snapshot,
  wish: Placing,
): Promise<Placement | Problem> {
  const payIn = await queries.payInByReceipt(snapshot, wish.receipt);
  if (payIn === null) return new Problem("no-such-pay-in");
  if (payIn.state !== "suspense") return new Problem("pay-in-state");
  if (await queries.isBeingReversed(snapshot, payIn.id)) return new Problem("pay-in-reversing");
  const named = await namedBy(snapshot, wish);
  if (named instanceof Problem) return named;
  const target = await targetAt(snapshot, named.memberId, named.loanId);
  if (target === null) return new Problem("no-such-member");
  const rest = await queries.loanRest(snapshot);
  const parts = partsOf(targetOf(target), wish.to, payIn.amount_cents, rest);
  return typeof parts === "string" ? problemOf(parts) : { payIn, target, parts };
}

/** Returns the member and loan that a proposal names, or the problem with them. */
async function namedBy(snapshot: Snapshot, { to, memberNo, loanNo }: Placing) {
  if (to !== "loan") {
    if (memberNo === undefined) return fieldProblem("memberNo", "field.required");
    const memberId = await queries.memberAt(snapshot, memberNo);
    return memberId === null ? new Problem("no-such-member") : { memberId, loanId: null };
  }
  if (loanNo === undefined) return fieldProblem("loanNo", "field.required");
  const loan = await queries.loanAt(snapshot, loanNo);
  return loan === null
    ? new Problem("no-such-loan")
    : { memberId: loan.member_id, loanId: loan.id };
}

function problemOf(cause: Cause): Problem {
  if (cause === "no-account") return fieldProblem("to", "pay-in.no-account");
  return new Problem(cause === "left" ? "no-such-member" : "not-running");
}

const loanOf = ({ target, parts }: Pick<Placement, "target" | "parts">): bigint | null =>
  parts.some(({ destination }) => destination === "loan") ? target.loan_id : null;

/** Locks a payment and the members or loans that it would be taken off. */
export async function lockMove(work: UnitOfWork, { receipt }: Moving): Promise<void> {
  await queries.lockPayIn(work, receipt);
  const payIn = await queries.payInByReceipt(work, receipt);
  if (payIn === null) return;
  for (const { member_id: memberId, loan_id: loanId } of await queries.partsAt(work, payIn)) {
    if (memberId !== null) await lockTarget(work, memberId, loanId);
  }
}

/** A credited payment and its parts. */
interface Move {
  readonly payIn: PayInRow;
  readonly parts: readonly PartRow[];
}

async function requireMove(work: UnitOfWork, wish: Moving): Promise<Move> {
  const found = await findMove(work, wish);
  if (found instanceof Problem) throw found;
  return found;
}

/** Returns the payment to be moved and its parts, or why it cannot be moved. */
export async function findMove(snapshot: Snapshot, { receipt }: Moving): Promise<Move | Problem> {
  const payIn = await queries.payInByReceipt(snapshot, receipt);
  if (payIn === null) return new Problem("no-such-pay-in");
  if (payIn.state !== "credited") return new Problem("pay-in-state");
  const parts = await queries.partsAt(snapshot, payIn);
  const isRefunded = parts.some(({ refunded_cents: refunded }) => refunded > 0n);
  return isRefunded ? new Problem("pay-in-refunded") : { payIn, parts };
}

/** Throws while M-Pesa is asked to reverse a payment, unless its result is unknown. */
async function rejectReversing(work: UnitOfWork, { id }: PayInRow): Promise<void> {
  if (isUnderWay(await queries.reversalOf(work, id))) throw new Problem("pay-in-reversing");
}

/** Returns a payment in suspense; throws if it is not there. */
async function requireSuspended(work: UnitOfWork, receipt: string): Promise<PayInRow> {
  const payIn = await queries.payInByReceipt(work, receipt);
  if (payIn === null) throw new Problem("no-such-pay-in");
  if (payIn.state !== "suspense") throw new Problem("pay-in-state");
  return payIn;
}

/** Rejects people whose own money it is, or whose guarantee it concerns. */
async function rejectConcerned(
  work: UnitOfWork,
  owners: readonly Pick<PartRow, "member_id" | "loan_id">[],
  actors: readonly string[],
): Promise<void> {
  for (const { member_id: memberId, loan_id: loanId } of owners) {
    for (const actor of actors) {
      if (memberId !== null && (await isCredited(work, { memberId, loanId }, actor))) {
        throw new Problem(loanId === null ? "own-listing" : "own-loan");
      }
    }
  }
}

/** Requests that a second person approve asking M-Pesa to reverse a payment in suspense. */
export async function requestReversal(
  work: UnitOfWork,
  receipt: string,
  { reason, mayReverse }: { readonly reason: string; readonly mayReverse: boolean },
): Promise<bigint> {
  await queries.lockPayIn(work, receipt);
  const payIn = await queries.payInByReceipt(work, receipt);
  const last = payIn && (await queries.reversalOf(work, payIn.id));
  requireReversible({ payIn, last, mayReverse });
  const subject = payInSubject(receipt);
  const payload = { receipt };
  return requestApproval(work, { kind: "pay-in-reversal", subject, payload, reason });
}

/** Queues the reversal of a payment in suspense, as two people have agreed. */
export async function reverse(
  work: UnitOfWork,
  receipt: string,
  approved: { readonly requestedBy: string; readonly reason: string },
): Promise<void> {
  await queries.lockPayIn(work, receipt);
  const payIn = await requireSuspended(work, receipt);
  await rejectReversing(work, payIn);
  const { requestedBy: proposedBy, reason } = approved;
  await reversals.queueReversal(work, payIn, { proposedBy, reason });
}

/** Records that a reversal with an unknown result did not happen. */
export async function failReversal(
  work: UnitOfWork,
  receipt: string,
  reason: string,
): Promise<void> {
  await queries.lockPayIn(work, receipt);
  const payIn = await requireSuspended(work, receipt);
  const reversal = await queries.reversalOf(work, payIn.id);
  if (reversal?.state !== "unknown") throw new Problem("pay-in-state");
  await reversals.failReversal(work, reversal.id, reason, work.actor);
}
