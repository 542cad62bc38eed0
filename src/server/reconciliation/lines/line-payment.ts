import * as z from "zod/mini";
import type { Fact } from "#shared/contract/oversight/approvals.ts";
import { toWireAmount } from "#shared/money.ts";
import { MPESA_RECEIPT } from "#shared/mpesa-receipt.ts";
import { isCredited } from "#server/loans/lending/own-money.ts";
import { requestApproval } from "#server/oversight/approvals/request-approval.ts";
import { payInSubject } from "#server/oversight/approvals/subjects.ts";
import { type Snapshot, statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import { inNairobi } from "#server/kernel/platform/nairobi.ts";
import { fieldProblem, Problem } from "#server/kernel/platform/problem.ts";
import { bigCents } from "#server/kernel/platform/row-fields.ts";
import type { Destination } from "#server/pay-ins/receiving/payment-destination.ts";
import {
  type Arrival,
  arrivalsOf,
  lockReceipts,
  type Payment,
} from "#server/pay-ins/receiving/payment-rows.ts";
import { foresee } from "#server/pay-ins/receiving/receive.ts";
import { maskedSender } from "#server/pay-ins/receiving/masked-sender.ts";

const findLine = statement({
  name: "bank-line-of-payment",
  text: `select l.receipt_no, l.amount_cents, l.details, l.other_party, l.account_text,
      ${inNairobi("(l.day + coalesce(l.at_time, '00:00'))")} as paid_at,
      concat_ws(' ', l.day::text, to_char(l.at_time, 'HH24:MI')) as paid_on,
      s.account_named, s.file_name, s.loaded_by, left(s.sha256, 12) as print,
      l.match_id is not null
        or exists (select from payout_return r where r.line_id = l.id) as is_taken
    from bank_statement_line l join bank_statement s on s.id = l.statement_id
    where l.account = 'mobile-money' and l.id = $1 and l.amount_cents > 0`,
  row: z.object({
    receipt_no: z.string(),
    amount_cents: bigCents,
    details: z.string(),
    other_party: z.string(),
    account_text: z.string(),
    paid_at: z.date(),
    paid_on: z.string(),
    account_named: z.string(),
    file_name: z.string(),
    loaded_by: z.string(),
    print: z.string(),
    is_taken: z.boolean(),
  }),
});

/** A line of M-Pesa's statement that brought money, and its file. */
export type LineRow = z.infer<typeof findLine.row>;

/** Returns a line of M-Pesa's statement that brought money; null if the line did not. */
export function paymentLineAt(snapshot: Snapshot, id: bigint): Promise<LineRow | null> {
  return snapshot.first(findLine, [id]);
}

/** A line of M-Pesa's statement, the payment that it shows, and the known facts of its receipt. */
interface PaymentLine {
  readonly line: LineRow;
  readonly arrival: Arrival;
}

/**
 * Requests that another person approve the payment that an open line shows. Throws `receipt-used`
 * if the books already have its receipt, from any source.
 */
export async function requestPayment(
  work: UnitOfWork,
  id: bigint,
  ourShortCode: string,
): Promise<bigint> {
  const line = await paymentLineAt(work, id);
  if (line === null) throw new Problem("no-such-item");
  if (!MPESA_RECEIPT.test(line.receipt_no)) throw fieldProblem("receipt", "receipt.form");
  if (line.is_taken) throw new Problem("match-taken");
  const [arrival] = await lockReceipts(work, [paymentOf(line, ourShortCode)]);
  if (arrival === undefined || isBooked(arrival)) throw new Problem("receipt-used");
  await rejectConcerned(work, await foresee(work, arrival), work.actor);
  const subject = payInSubject(line.receipt_no);
  return requestApproval(work, { kind: "pay-in-line", subject, payload: { line: String(id) } });
}

const isBooked = ({ standing }: Arrival): boolean => standing.isKnown || standing.isRecorded;

/** Locks the receipt of a line, so that a confirmation of it comes before or after. */
export async function lockPayment(work: UnitOfWork, id: bigint): Promise<void> {
  const line = await paymentLineAt(work, id);
  if (line !== null) await lockReceipts(work, [paymentOf(line, "")]);
}

/** Returns a line and its payment; null once either is matched or booked in another way. */
export async function paymentOfLine(
  snapshot: Snapshot,
  id: bigint,
  ourShortCode: string,
): Promise<PaymentLine | null> {
  const line = await paymentLineAt(snapshot, id);
  if (line === null || line.is_taken) return null;
  const [arrival] = await arrivalsOf(snapshot, [paymentOf(line, ourShortCode)]);
  return arrival === undefined || isBooked(arrival) ? null : { line, arrival };
}

/** The payment as the statement has it, and where it would go; null once it cannot be entered. */
export async function factsOfPayment(
  snapshot: Snapshot,
  id: bigint,
  ourShortCode: string,
): Promise<readonly Fact[] | null> {
  const found = await paymentOfLine(snapshot, id, ourShortCode);
  if (found === null) return null;
  const { line, arrival } = found;
  const { payment } = arrival;
  return [
    { name: "receipt", value: payment.receiptNo },
    { name: "amount", value: String(toWireAmount(payment.amount)) },
    { name: "paidOn", value: line.paid_on },
    { name: "payInAccount", value: payment.accountText },
    { name: "payInSender", value: [payment.senderName, payment.senderNumber].join(" ").trim() },
    { name: "description", value: line.details },
    { name: "statementFile", value: `${line.file_name} (${line.print}), ${line.loaded_by}` },
    ...destinationFacts(await foresee(snapshot, arrival)),
  ];
}

function destinationFacts(to: Destination): Fact[] {
  if (typeof to === "string") return [{ name: "destination", value: "suspense" }];
  const { full_name: fullName, member_no: memberNo, loan_no: loanNo } = to.target;
  return [
    { name: "name", value: fullName },
    { name: "memberNo", value: memberNo },
    { name: "destination", value: to.parts[0]?.destination ?? "" },
    ...(loanNo === null ? [] : [{ name: "loanNo" as const, value: loanNo }]),
  ];
}

/** Rejects a person whose own money it is, or who guarantees the loan that it repays. */
export async function rejectConcerned(
  snapshot: Snapshot,
  to: Destination,
  actor: string,
): Promise<void> {
  if (typeof to === "string") return;
  const { member_id: memberId, loan_id: loanId } = to.target;
  if (await isCredited(snapshot, { memberId, loanId }, actor)) {
    throw new Problem(loanId === null ? "own-listing" : "own-loan");
  }
}

const FROM = /\bfrom (.+?)(?: Acc\. (.*))?$/i;
const PARTY = /^(\+?\d[\d* ]*\d)\s*-\s*(.*)$/;

/** Reads a line as a payment. The details name the sender and the account if no column does. */
function paymentOf(line: LineRow, ourShortCode: string): Payment {
  const [, from = "", account = ""] = FROM.exec(line.details) ?? [];
  const party = line.other_party || from;
  const [, number = "", name = party] = PARTY.exec(party) ?? [];
  return {
    receiptNo: line.receipt_no,
    shortCode: ourShortCode || line.account_named,
    amount: line.amount_cents,
    accountText: (line.account_text || account).slice(0, 100),
    senderName: name.slice(0, 120),
    senderNumber: (/^\+?\d{10,15}$/.test(number) ? maskedSender(number) : number).slice(0, 80),
    paidAt: line.paid_at.toISOString(),
  };
}
