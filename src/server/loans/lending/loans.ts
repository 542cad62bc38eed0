import * as z from "zod/mini";
import { narrationOf } from "#server/ledger/journal/narrations.ts";
import type { CalendarDate } from "#shared/calendar-date.ts";
import { type RepaymentWay, repaymentWays } from "#shared/contract/loans/desk.ts";
import type { ShownWay } from "#shared/repayment-ways.ts";
import type { LoanQuote } from "#shared/instant-loan.ts";
import { type Cents, cents } from "#shared/money.ts";
import { openAccounts } from "#server/ledger/journal/accounts.ts";
import {
  type AccountKey,
  memberAccount,
  societyAccount,
} from "#server/ledger/journal/chart-of-accounts.ts";
import { credit, debit, type Entry } from "#server/ledger/journal/journal.ts";
import { post, postAll } from "#server/ledger/journal/post.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import { statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import { storedDate } from "#server/kernel/platform/row-fields.ts";
import { followSettlements } from "./guarantees.ts";
import { payDaysAhead } from "./pay-days.ts";
import { dueOn } from "./schedule-start.ts";
import { withdrawableAccount } from "./withdrawable-accounts.ts";

/** A loan as agreed and now paid out. */
export interface DisbursedLoan {
  readonly loanNo: string;
  readonly memberId: bigint;
  /** The loan product, such as Instant. */
  readonly category: string;
  readonly purpose: string;
  readonly quote: LoanQuote;
  /** Today in Nairobi by default. */
  readonly startDate?: CalendarDate;
  /**
   * The due day of the first instalment, with the others a month apart; by default a month after
   * the start.
   */
  readonly firstDueOn?: CalendarDate;
}

const writeLoan = statement({
  name: "lending-loan",
  text: `with dated as (
      select s.start_date,
        coalesce($9::date, (s.start_date + interval '1 month')::date) as first_due_on
      from (select coalesce($8::date, akiba_today()) as start_date) s
    ), due as (
      select i.number, i.cents, (first_due_on + make_interval(months => i.number::int - 1))::date
        as due_on
      from dated cross join unnest($10::bigint[]) with ordinality as i (cents, number)
    ), written as (
      insert into loan (loan_no, member_id, category, purpose, principal_cents, fee_cents,
        total_cents, monthly_deduction_cents, term_months, state, start_date, end_date)
      select $1, $2, $3, $4, $5::bigint, $6::bigint, $5::bigint + $6::bigint, $7,
        cardinality($10::bigint[]), 'disbursed', d.start_date, (select max(due_on) from due)
      from dated d
      returning id, start_date
    ), scheduled as (
      insert into loan_instalment (loan_id, number, due_on, amount_cents)
      select w.id, due.number, due.due_on, due.cents from written w cross join due
    )
    select id, start_date from written`,
  row: z.object({ id: z.bigint(), start_date: storedDate }),
});

/** Registers a loan that is paid out, with its schedule, its account and its posting. */
export async function registerDisbursedLoan(
  work: UnitOfWork,
  { loanNo, memberId, category, purpose, quote, startDate, firstDueOn }: DisbursedLoan,
): Promise<bigint> {
  const written = await work.first(writeLoan, [
    loanNo,
    memberId,
    category,
    purpose,
    quote.principal,
    quote.fee,
    quote.monthlyDeduction,
    startDate ?? null,
    firstDueOn ?? null,
    quote.instalments,
  ]);
  if (written === null) throw new Error(`loan ${loanNo} was not written`);
  const paidOutOn = written.start_date;
  await postDisbursement(work, { loanNo, memberId, category, paidOutOn, ...quote });
  return written.id;
}

const payOutApproved = statement({
  name: "lending-disburse",
  text: `with paid as (
      update loan set state = 'disbursed', start_date = akiba_today(),
        end_date = ${dueOn("term_months::int")}
      where loan_no = $1 and state = 'approved'
      returning id, member_id, category, principal_cents, fee_cents, total_cents,
        monthly_deduction_cents, term_months, start_date
    ), scheduled as (
      insert into loan_instalment (loan_id, number, due_on, amount_cents)
      select p.id, n, ${dueOn("n")},
        case when n < p.term_months then p.monthly_deduction_cents
          else p.total_cents - p.monthly_deduction_cents * (p.term_months - 1) end
      from paid p cross join generate_series(1, p.term_months::int) as n
    )
    select id, member_id, category, principal_cents, fee_cents, total_cents, start_date from paid`,
  row: z.object({
    id: z.bigint(),
    member_id: z.bigint(),
    category: z.string(),
    principal_cents: z.bigint(),
    fee_cents: z.bigint(),
    total_cents: z.bigint(),
    start_date: storedDate,
  }),
});

/**
 * Pays out an approved loan: writes its schedule from today, opens its account and posts it.
 * Instalments are due on the pay days of the following months, or a month apart if no pay day is
 * set. Returns the journal entry; null, and writes nothing, if the loan is in any other state.
 */
export async function disburseApproved(work: UnitOfWork, loanNo: string): Promise<bigint | null> {
  const paid = await work.first(payOutApproved, [loanNo, await payDaysAhead(work)]);
  if (paid === null) return null;
  return postDisbursement(work, {
    loanNo,
    memberId: paid.member_id,
    category: paid.category,
    paidOutOn: paid.start_date,
    principal: cents(paid.principal_cents),
    fee: cents(paid.fee_cents),
    total: cents(paid.total_cents),
  });
}

interface Disbursement extends Pick<LoanQuote, "principal" | "fee" | "total"> {
  readonly loanNo: string;
  readonly memberId: bigint;
  readonly category: string;
  readonly paidOutOn: CalendarDate;
}

async function postDisbursement(work: UnitOfWork, disbursed: Disbursement): Promise<bigint> {
  const { loanNo, memberId, category, paidOutOn, principal, fee, total } = disbursed;
  const account = memberAccount("loan-receivable", memberId, loanNo);
  await openAccounts(work, [account], paidOutOn);
  const entryId = await post(work, {
    kind: "loan-disbursed",
    valueDate: paidOutOn,
    narration: narrationOf("loanPaidOut", { product: category, loanNo }),
    referenceNo: loanNo,
    lines: [
      debit(account, total),
      credit(societyAccount("payout-clearing"), principal),
      ...(fee > 0n ? [credit(societyAccount("fee-income"), fee)] : []),
    ],
  });
  work.audit({ action: "loan-disbursed", subject: `loan:${loanNo}` });
  return entryId;
}

const repaidBy = {
  "loan-repaid-in-cash": () => societyAccount("cash"),
  "loan-repaid-at-counter": () => societyAccount("till-cash"),
  "loan-repaid-at-bank": () => societyAccount("bank"),
  "loan-repaid-by-cheque": () => societyAccount("bank"),
  "loan-repaid-by-check-off": () => societyAccount("check-off-clearing"),
  "loan-repaid-from-suspense": () => societyAccount("check-off-suspense"),
  "loan-repaid-from-mpesa-suspense": () => societyAccount("mpesa-suspense"),
  "loan-repaid-by-overpayment": () => societyAccount("payout-clearing"),
  "loan-repaid-by-mpesa": () => societyAccount("mobile-money"),
  "loan-repaid-by-dividend": ({ memberId }) => memberAccount("dividend-payable", memberId),
  "loan-repaid-from-withdrawable": ({ memberId, accountNo }) =>
    withdrawableAccount(memberId, accountNo),
} as const satisfies Readonly<Record<string, (payer: Payer) => AccountKey>>;

/** The member whose money repays a loan, and their withdrawable account if it comes from one. */
interface Payer {
  readonly memberId: bigint;
  readonly accountNo: string;
}

/** The kind of entry for each channel of a repayment that the office records. */
const deskKinds: Readonly<Record<RepaymentWay, keyof typeof repaidBy>> = {
  cash: "loan-repaid-in-cash",
  bank: "loan-repaid-at-bank",
  mpesa: "loan-repaid-by-mpesa",
};

/** The kind of entry that records a repayment, by its channel. */
export function repaymentKind(way: RepaymentWay): Repayment["kind"] {
  return deskKinds[way];
}

/**
 * The channel of a repayment, by the kind of its entry; empty if it was not recorded at the desk.
 */
export function wayOf(kind: string): RepaymentWay | "" {
  return repaymentWays.find((way) => deskKinds[way] === kind) ?? "";
}

/** How a list of repayments names their channel, by the kind of the entry. */
export function shownWay(kind: string): ShownWay {
  return wayOf(kind) || (shownOtherWays[kind] ?? "");
}

const shownOtherWays: Readonly<Record<string, ShownWay>> = {
  "loan-repaid-by-check-off": "check-off",
  "loan-repaid-from-suspense": "check-off",
  "loan-repaid-by-dividend": "dividend",
  "loan-repaid-from-withdrawable": "withdrawable",
} satisfies Partial<Record<Repayment["kind"], ShownWay>>;

/** Money that reduces a loan's balance; an overpayment makes the balance negative. */
export interface Repayment extends Omit<Entry, "kind" | "lines"> {
  readonly kind: keyof typeof repaidBy;
  readonly memberId: bigint;
  readonly loanNo: string;
  readonly amount: Cents;
  /** The withdrawable account that it comes from, if it comes from one. */
  readonly accountNo?: string;
}

/** Whether entries of a kind repay a loan. */
export function isRepaymentKind(kind: Entry["kind"]): kind is Repayment["kind"] {
  return kind in repaidBy;
}

/**
 * Posts repayments in order, all or none, settles the loans that they pay off and releases their
 * guarantors. Their notifications are sent at the messenger's next check, unless it is notified.
 */
export async function recordRepayments(
  work: UnitOfWork,
  repayments: readonly Repayment[],
  notify: Notify = () => {},
): Promise<bigint[]> {
  const ids = await postAll(
    work,
    repayments.map(({ memberId, loanNo, amount, accountNo = "", ...words }) => ({
      ...words,
      lines: [
        debit(repaidBy[words.kind]({ memberId, accountNo }), amount),
        credit(memberAccount("loan-receivable", memberId, loanNo), amount),
      ],
    })),
  );
  await settleByBalance(
    work,
    repayments.map(({ loanNo }) => loanNo),
    notify,
  );
  return ids;
}

/**
 * Settles loans without a balance, and reopens those with one after a reversal; their guarantors
 * are released or held again with them.
 */
export async function settleByBalance(
  work: UnitOfWork,
  loanNos: readonly string[],
  notify: Notify = () => {},
): Promise<void> {
  if (loanNos.length === 0) return;
  const moved = await work.run(
    `update loan l set state = case when a.balance_cents > 0 then 'disbursed' else 'settled' end
      from ledger_account a
      where a.code = 'loan-receivable' and a.member_id = l.member_id and a.reference = l.loan_no
        and l.loan_no = any ($1) and l.state in ('disbursed', 'settled')
        and (a.balance_cents > 0) <> (l.state = 'disbursed')`,
    [loanNos],
  );
  if (moved > 0) await followSettlements(work, loanNos, notify);
}
