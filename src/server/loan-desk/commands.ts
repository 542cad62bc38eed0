import * as z from "zod/mini";
import type { CalendarDate } from "#shared/calendar-date.ts";
import type { RepaymentWay } from "#shared/contract/loan-desk.ts";
import {
  addCents,
  type Cents,
  cents,
  formatMoney,
  negateCents,
  ZERO_CENTS,
} from "#shared/money.ts";
import { findAccount } from "#server/ledger/accounts.ts";
import { memberAccount } from "#server/ledger/chart-of-accounts.ts";
import { closedUntil } from "#server/ledger/closed-books.ts";
import { reverse } from "#server/ledger/post.ts";
import { type ApplicationRow, loanAt } from "#server/lending/loan-rows.ts";
import { recordRepayments, repaymentKind, settleByBalance } from "#server/lending/loans.ts";
import { tell } from "#server/lending/loan-news.ts";
import { recordStep, refuseOwn, type Taker } from "#server/lending/loan-steps.ts";
import type { Wake } from "#server/outbox/enqueue.ts";
import { statement, type UnitOfWork } from "#server/platform/database.ts";
import { Refusal, refuseField } from "#server/platform/refusal.ts";

interface Move {
  readonly loanNo: string;
  readonly by: Taker;
}

const lockDisbursed = statement({
  name: "loan-lock-disbursed",
  text: `select start_date <= coalesce($2::date, akiba_today())
      and coalesce($2::date, akiba_today()) <= akiba_today() as dated
    from loan where id = $1 and state = 'disbursed' for no key update`,
  row: z.object({ dated: z.boolean() }),
});

/**
 * Records a repayment by its receipt and by how it came, and settles the loan when nothing is left
 * to pay. The books come first, so that the step can name their entry; a receipt that is in them
 * already undoes both, and so does more than is owed that is not known to be that: a slip of a
 * finger is as large.
 */
export async function repay(
  work: UnitOfWork,
  given: Move & {
    readonly amount: Cents;
    readonly receipt: string;
    readonly way: RepaymentWay;
    readonly date: CalendarDate | undefined;
    /** How much more than is owed it is known to be. */
    readonly over: Cents | undefined;
  },
  wake: Wake,
): Promise<ApplicationRow> {
  const { loanNo, amount, receipt, by } = given;
  const before = await loanAt(work, loanNo);
  await refuseOwn(work, before, by);
  const locked = await work.first(lockDisbursed, [before.id, given.date ?? null]);
  if (locked === null) throw new Refusal("loan-state");
  if (!locked.dated) throw refuseField("date", "date.future");
  const closed = await closedUntil(work);
  if (given.date !== undefined && closed !== null && given.date <= closed) {
    throw refuseField("date", "date.closed");
  }
  const [entryId] = await recordRepayments(
    work,
    [
      {
        kind: repaymentKind(given.way),
        memberId: before.member_id,
        loanNo,
        amount,
        narration: `Repayment of loan ${loanNo}`,
        referenceNo: loanNo,
        receiptNo: receipt,
        ...(given.date !== undefined && { valueDate: given.date }),
      },
    ],
    wake,
  );
  if (entryId === undefined) throw new Error(`the repayment of ${loanNo} was not posted`);
  await recordStep(work, before, { step: "repaid", by, amount, receipt, entryId });
  const left = await owedOn(work, before);
  refuseOver(amount, left, given.over ?? ZERO_CENTS);
  const loan = await loanAt(work, loanNo);
  const settled = loan.state === "settled";
  if (settled) await recordStep(work, loan, { step: "settled", by });
  const money = { amount: formatMoney(amount), balance: formatMoney(left), receipt };
  await tell(work, loan, settled ? "loan-settled" : "loan-repaid", wake, money);
  return loan;
}

/** Undoes what was recorded; a receipt that was used before is told of first. */
function refuseOver(amount: Cents, left: Cents, known: Cents): void {
  const over = negateCents(left);
  if (over <= known) return;
  const values = { over: formatMoney(over), owed: formatMoney(addCents(amount, left)) };
  throw new Refusal("repayment-over", { values });
}

async function owedOn(work: UnitOfWork, loan: ApplicationRow): Promise<Cents> {
  const key = memberAccount("loan-receivable", loan.member_id, loan.loan_no);
  return (await findAccount(work, key))?.balance ?? ZERO_CENTS;
}

const findRecorded = statement({
  name: "loan-desk-recorded",
  text: `select s.id, s.taken_by, s.entry_id, s.amount_cents from loan_step s
    where s.loan_id = $1 and s.step = 'repaid' and s.receipt_no = $2
      and not exists (select from loan_step r where r.reverses = s.id)`,
  row: z.object({
    id: z.bigint(),
    taken_by: z.string(),
    entry_id: z.nullable(z.bigint()),
    amount_cents: z.bigint(),
  }),
});

const lockPaidOut = statement({
  name: "loan-desk-lock",
  text: `select id from loan where id = $1 and state in ('disbursed', 'settled')
    for no key update`,
  row: z.object({ id: z.bigint() }),
});

/**
 * Takes back a repayment that was recorded by mistake: a reversing entry as of today, by somebody
 * else than recorded it. A loan it had settled is owed again.
 */
export async function reverseRepayment(
  work: UnitOfWork,
  given: Move & { readonly receipt: string; readonly reason: string },
  wake: Wake,
): Promise<ApplicationRow> {
  const { loanNo, by, receipt, reason } = given;
  const before = await loanAt(work, loanNo);
  await refuseOwn(work, before, by);
  if ((await work.first(lockPaidOut, [before.id])) === null) throw new Refusal("loan-state");
  const recorded = await work.first(findRecorded, [before.id, receipt]);
  if (recorded === null || recorded.entry_id === null) throw refuseField("receipt", "receipt.none");
  if (recorded.taken_by === by) throw new Refusal("own-entry");
  await reverse(work, recorded.entry_id, reason);
  await settleByBalance(work, [loanNo], wake);
  const amount = cents(recorded.amount_cents);
  const reverses = { stepId: recorded.id, recordedBy: recorded.taken_by };
  await recordStep(work, before, { step: "reversed", by, reason, amount, reverses });
  const loan = await loanAt(work, loanNo);
  const balance = formatMoney(await owedOn(work, loan));
  const money = { amount: formatMoney(amount), balance, receipt, reason };
  await tell(work, loan, "loan-reversed", wake, money);
  return loan;
}
