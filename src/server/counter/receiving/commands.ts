import type { CalendarDate } from "#shared/calendar-date.ts";
import type { CounterWay } from "#shared/contract/counter/receiving.ts";
import { type Cents, formatMoney } from "#shared/money.ts";
import { valueDay } from "#server/ledger/journal/closed-books.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import { enqueueSms } from "#server/messaging/outbox/enqueue-sms.ts";
import { recordAlone } from "#server/oversight/approvals/one-person.ts";
import { requestApproval } from "#server/oversight/approvals/request-approval.ts";
import { receiptSubject } from "#server/oversight/approvals/subjects.ts";
import { type UnitOfWork, violatedConstraint } from "#server/kernel/platform/database.ts";
import { fieldProblem, Problem } from "#server/kernel/platform/problem.ts";
import { moveTill, requireOpenTill } from "#server/tills/till-book/till-book.ts";
import { requireWholeShillings } from "#server/tills/till-book/whole-shillings.ts";
import { creditTarget } from "#server/counter/receipts/credit.ts";
import * as queries from "#server/counter/receipts/receipt-rows.ts";
import { requireTarget, type Target, type Wanted } from "#server/counter/receipts/target.ts";
import { isDocumentUsed } from "#server/counter/receipts/used-documents.ts";
import { needsTwoPeople } from "./slips-of-two-people.ts";
import { lockReceipt } from "#server/loans/lending/lock-receipt.ts";

/** A bank slip for money that was paid in at the bank. */
export interface Slip extends Wanted {
  readonly documentNo: string;
  /** The day of the slip. */
  readonly date: CalendarDate;
}

/** A cheque that a member brings. */
export interface Cheque extends Wanted {
  readonly documentNo: string;
  readonly bank: string;
}

/** Receives cash in the actor's open till and credits it, with a numbered receipt. */
export async function receiveCash(
  work: UnitOfWork,
  wanted: Wanted,
  notify: Notify,
): Promise<string> {
  const { amount } = wanted;
  requireWholeShillings("amount", amount);
  const by = work.actor;
  const target = await requireTarget(work, wanted, { way: "cash", people: [by] });
  const tillId = await requireOpenTill(work);
  const receiptNo = await queries.nextReceiptNo(work);
  const write = async (entryId: bigint): Promise<void> => {
    await writeReceipt(work, { receiptNo, way: "cash", amount, target, tillId, by, entryId });
    await moveTill(work, { tillId, kind: "receipt", amount, entryId, movedBy: by });
  };
  await creditTarget(work, { receiptNo, way: "cash", amount, target, by, write }, notify);
  auditReceipt(work, receiptNo, wanted, "cash");
  return receiptNo;
}

/** Receives cash for a member's deposits, such as the one brought on joining. */
export function receiveDeposits(
  work: UnitOfWork,
  cash: { readonly memberNo: string; readonly amount: Cents },
  notify: Notify,
): Promise<string> {
  return receiveCash(work, { ...cash, to: "deposits" }, notify);
}

interface Received {
  /** Null while a second person has to confirm the slip. */
  readonly receiptNo: string | null;
  readonly approvalId: bigint | null;
}

/**
 * Credits the money of a slip, or requests that a second person confirm it.
 */
export async function receiveSlip(
  work: UnitOfWork,
  given: Omit<Slip, "date"> & { readonly date: CalendarDate | undefined },
  notify: Notify,
): Promise<Received> {
  const date = await valueDay(work, "date", given.date);
  const slip = { ...given, date };
  await lockDocument(work, slip.documentNo);
  await requireSlipTarget(work, slip, [work.actor]);
  const { memberNo, amount, documentNo } = slip;
  const subject = `counter:${memberNo}`;
  const isToday = date === (await valueDay(work, "date", undefined));
  if (
    !needsTwoPeople(slip, isToday) &&
    (await recordAlone(work, { limit: "repayment", subject, amount }))
  ) {
    const receiptNo = await creditSlip(work, slip, { by: work.actor }, notify);
    return { receiptNo, approvalId: null };
  }
  const approvalId = await requestApproval(work, {
    kind: "counter-slip",
    subject: `slip:${documentNo}`,
    about: `member:${memberNo}`,
    payload: { ...slip, amount: String(amount) },
  });
  return { receiptNo: null, approvalId };
}

/** Credits the money of a slip that a second person has confirmed. */
export async function confirmSlip(
  work: UnitOfWork,
  slip: Slip,
  { requestedBy, notify }: { readonly requestedBy: string; readonly notify: Notify },
): Promise<void> {
  await lockDocument(work, slip.documentNo);
  await creditSlip(work, slip, { by: requestedBy, confirmedBy: work.actor }, notify);
}

interface People {
  readonly by: string;
  readonly confirmedBy?: string;
}

async function creditSlip(
  work: UnitOfWork,
  slip: Slip,
  { by, confirmedBy }: People,
  notify: Notify,
): Promise<string> {
  const people = confirmedBy === undefined ? [by] : [by, confirmedBy];
  const target = await requireSlipTarget(work, slip, people);
  const receiptNo = await queries.nextReceiptNo(work);
  const { amount, documentNo, date: valueDate } = slip;
  const shared = { receiptNo, way: "slip", amount, target, by, valueDate } as const;
  const write = (entryId: bigint) =>
    writeReceipt(work, { ...shared, documentNo, agreedBy: confirmedBy ?? "", entryId });
  await creditTarget(work, { ...shared, confirmedBy, write }, notify);
  auditReceipt(work, receiptNo, slip, "slip");
  return receiptNo;
}

async function requireSlipTarget(
  work: UnitOfWork,
  slip: Slip,
  people: readonly string[],
): Promise<Target> {
  const target = await requireTarget(work, slip, { way: "slip", people });
  const begun = target.loan?.start_date ?? null;
  if (begun !== null && slip.date < begun) throw fieldProblem("date", "date.early");
  return target;
}

/** Keeps a slip from being recorded twice at once, here, at the loan desk or by the treasury. */
async function lockDocument(work: UnitOfWork, documentNo: string): Promise<void> {
  await lockReceipt(work, documentNo);
  if (await isDocumentUsed(work, documentNo)) throw new Problem("receipt-used");
}

/** Accepts a cheque, with a numbered receipt; it is not credited until it has cleared. */
export async function takeCheque(
  work: UnitOfWork,
  cheque: Cheque,
  notify: Notify,
): Promise<string> {
  const by = work.actor;
  const target = await requireTarget(work, cheque, { way: "cheque", people: [by] });
  const receiptNo = await queries.nextReceiptNo(work);
  const { amount, documentNo, bank } = cheque;
  const taken = { receiptNo, way: "cheque", amount, target, by, documentNo, bank } as const;
  await writeReceipt(work, { ...taken, entryId: null });
  const { language, mobile_number: mobileNumber } = target.member;
  const params = { amount: formatMoney(amount), receipt: receiptNo };
  await enqueueSms(work, { mobileNumber, template: "counter-cheque", language, params }, notify);
  auditReceipt(work, receiptNo, cheque, "cheque");
  return receiptNo;
}

interface Written {
  readonly receiptNo: string;
  readonly way: CounterWay;
  readonly amount: Cents;
  readonly target: Target;
  readonly tillId?: bigint;
  readonly documentNo?: string;
  readonly bank?: string;
  readonly by: string;
  readonly agreedBy?: string;
  readonly valueDate?: CalendarDate;
  /** Null for a cheque that has not cleared. */
  readonly entryId: bigint | null;
}

async function writeReceipt(work: UnitOfWork, written: Written): Promise<void> {
  const { receiptNo, way, amount, target, by, entryId } = written;
  const { member, to, account, loan } = target;
  try {
    await work.run(
      `insert into counter_receipt (receipt_no, way, state, member_id, destination,
          account_reference, loan_id, amount_cents, till_id, document_no, bank, received_by,
          agreed_by, entry_id, value_date)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14,
          coalesce($15::date, akiba_today()))`,
      [
        receiptNo,
        way,
        entryId === null ? "clearing" : "credited",
        member.member_id,
        to,
        to === "withdrawable" ? account : "",
        loan?.id ?? null,
        amount,
        written.tillId ?? null,
        written.documentNo ?? "",
        written.bank ?? "",
        by,
        written.agreedBy ?? "",
        entryId,
        written.valueDate ?? null,
      ],
    );
  } catch (error) {
    if (violatedConstraint(error) === "counter_document_once") throw new Problem("receipt-used");
    throw error;
  }
}

function auditReceipt(
  work: UnitOfWork,
  receiptNo: string,
  { memberNo, amount, to }: Wanted,
  way: CounterWay,
): void {
  const detail = { memberNo, amount: String(amount), to, way };
  work.audit({ action: "counter-received", subject: receiptSubject(receiptNo), detail });
}
