import * as z from "zod/mini";
import type { Fact } from "#shared/contract/oversight/approvals.ts";
import { toWireAmount } from "#shared/money.ts";
import { isCredited } from "#server/loans/lending/own-money.ts";
import { requestApproval } from "#server/oversight/approvals/request-approval.ts";
import { payInSubject } from "#server/oversight/approvals/subjects.ts";
import { type Snapshot, statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import {
  type Correction,
  findCorrection,
  lockCorrection,
} from "#server/pay-ins/receiving/correct-amount.ts";
import { type LineRow, paymentLineAt } from "./line-payment.ts";

/** Requests that another person approve correcting a payment to the amount on its open line. */
export async function requestCorrection(
  work: UnitOfWork,
  id: bigint,
  reason: string,
): Promise<bigint> {
  await lockLineCorrection(work, id);
  const line = await paymentLineAt(work, id);
  if (line === null) throw new Problem("no-such-item");
  const correction = await correctionOf(work, line);
  if (correction instanceof Problem) throw correction;
  await rejectCorrecting(work, correction, work.actor);
  const subject = payInSubject(line.receipt_no);
  const { target } = correction;
  const about = target === null ? "" : `member:${target.member_no}`;
  const payload = { line: String(id) };
  return requestApproval(work, { kind: "pay-in-correction", subject, about, payload, reason });
}

/** Locks the payment that a line corrects, with its member or loan. */
export async function lockLineCorrection(work: UnitOfWork, id: bigint): Promise<void> {
  const line = await paymentLineAt(work, id);
  if (line !== null) await lockCorrection(work, line.receipt_no);
}

/** Returns the correction of a line, or the reason why it has none. */
export async function correctionAt(snapshot: Snapshot, id: bigint): Promise<Correction | Problem> {
  const line = await paymentLineAt(snapshot, id);
  return line === null ? new Problem("no-such-item") : correctionOf(snapshot, line);
}

async function correctionOf(snapshot: Snapshot, line: LineRow): Promise<Correction | Problem> {
  if (line.is_taken) return new Problem("match-taken");
  return findCorrection(snapshot, line.receipt_no, line.amount_cents);
}

/** The payment as the statement and the books have it; null once it cannot be corrected. */
export async function factsOfCorrection(
  snapshot: Snapshot,
  id: bigint,
): Promise<readonly Fact[] | null> {
  const line = await paymentLineAt(snapshot, id);
  const found = line === null ? null : await correctionOf(snapshot, line);
  if (line === null || found === null || found instanceof Problem) return null;
  const { payIn, amount, entries, target } = found;
  const onLoan = entries.find(({ loan_no: loanNo }) => loanNo !== "");
  return [
    { name: "receipt", value: payIn.receipt_no },
    { name: "amountBooked", value: String(toWireAmount(payIn.amount_cents)) },
    { name: "amountStated", value: String(toWireAmount(amount)) },
    { name: "paidOn", value: line.paid_on },
    { name: "payInAccount", value: payIn.account_text },
    { name: "statementFile", value: `${line.file_name} (${line.print}), ${line.loaded_by}` },
    ...(target === null
      ? []
      : [
          { name: "name" as const, value: target.full_name },
          { name: "memberNo" as const, value: target.member_no },
        ]),
    { name: "destination", value: onLoan === undefined ? (entries[0]?.destination ?? "") : "loan" },
    ...(onLoan === undefined ? [] : [{ name: "loanNo" as const, value: onLoan.loan_no }]),
  ];
}

/** Rejects a person whose own money it is, or who guarantees the loan that it repaid. */
export async function rejectCorrecting(
  snapshot: Snapshot,
  { target }: Correction,
  actor: string,
): Promise<void> {
  if (target === null) return;
  const { member_id: memberId, loan_id: loanId } = target;
  if (await isCredited(snapshot, { memberId, loanId }, actor)) {
    throw new Problem(loanId === null ? "own-listing" : "own-loan");
  }
}

const writeOfReversals = statement({
  name: "bank-match-of-reversals",
  text: `with made as (
      insert into bank_match (account, rule, proposed_by)
      values ('mobile-money', 'reversal', $1) returning id
    )
    insert into bank_match_entry (account, entry_id, match_id)
    select 'mobile-money', x.id, made.id
    from made, journal_entry v cross join lateral (values (v.id), (v.reverses)) as x (id)
    where v.reverses = any ($2::bigint[]) and exists (select from journal_line l
      join ledger_account a on a.id = l.account_id
      where l.entry_id = v.id and a.code = 'mobile-money')
    returning match_id as id`,
  row: z.object({ id: z.bigint() }),
});

/** Proposes the match of reversed entries of M-Pesa with their reversals, and returns its id. */
export async function proposeReversed(
  work: UnitOfWork,
  reversed: readonly bigint[],
  requestedBy: string,
): Promise<bigint> {
  const [made] = await work.rows(writeOfReversals, [requestedBy, reversed]);
  if (made === undefined) throw new Error("a correction reversed nothing of M-Pesa");
  return made.id;
}
