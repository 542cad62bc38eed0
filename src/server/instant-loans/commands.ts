import * as z from "zod/mini";
import type { CalendarDate } from "#shared/calendar-date.ts";
import type { LoanState, LoanStep } from "#shared/contract/instant-loans.ts";
import type { LoanQuote } from "#shared/instant-loan.ts";
import type { Language } from "#shared/language.ts";
import type { MemberNo } from "#shared/member-number.ts";
import { type Cents, formatMoney, ZERO_CENTS } from "#shared/money.ts";
import { findAccount } from "#server/ledger/accounts.ts";
import { memberAccount } from "#server/ledger/chart-of-accounts.ts";
import { policyById, policyInForce } from "#server/lending/loan-policy.ts";
import { disburseApproved, recordRepayments } from "#server/lending/loans.ts";
import { enqueue, type Wake } from "#server/outbox/enqueue.ts";
import { statement, type UnitOfWork } from "#server/platform/database.ts";
import type { Limits } from "#server/platform/limits.ts";
import { Refusal, refuseField } from "#server/platform/refusal.ts";
import { takeShared } from "#server/platform/shared-limit.ts";
import type { LoanMessage } from "./messages.ts";
import { presentHindrance } from "./present.ts";
import * as queries from "./queries.ts";
import type { ApplicationRow } from "./queries.ts";
import { assess, quoteOrNone, tamperedFigures } from "./rules.ts";

/** Who takes a step, as the audit trail names them. */
type Taker = string;

/** An application as it was sent; the figures that came with it are only compared. */
export interface Application {
  readonly memberNo: MemberNo;
  readonly by: Taker;
  readonly amount: Cents;
  readonly period: number;
  readonly total: string;
  readonly repayment: string;
  readonly language: Language;
}

const drawNumber = statement({
  name: "loan-number",
  text: `insert into loan_number as n (year, last)
      values (extract(year from akiba_today()), 1)
    on conflict (year) do update set last = n.last + 1
    returning 'INS-' || year || '-' || lpad(last::text, greatest(4, length(last::text)), '0')
      as loan_no`,
  row: z.object({ loan_no: z.string() }),
});

const insertApplication = statement({
  name: "loan-apply",
  text: `insert into loan (loan_no, member_id, category, purpose, principal_cents, fee_cents,
      total_cents, monthly_deduction_cents, term_months, state, policy_id)
    values ($1, $2, 'Instant', 'Instant loan', $3, $4, $5, $6, $7, 'applied', $8)
    on conflict (member_id) where policy_id is not null and state in ('applied', 'approved')
      do nothing
    returning id`,
  row: z.object({ id: z.bigint() }),
});

const findRepeated = statement({
  name: "loan-repeated",
  text: `select loan_no from loan
    where member_id = $1 and policy_id is not null and state in ('applied', 'approved')
      and principal_cents = $2 and term_months = $3
      and applied_at > akiba_now() - interval '60 seconds'`,
  row: z.object({ loan_no: z.string() }),
});

/**
 * Takes an application. Sent again within a minute, by a second tap or because the answer was
 * lost, it is the application it was. What is refused has counted towards the limits all the same.
 */
export async function apply(
  work: UnitOfWork,
  given: Application,
  limits: Limits,
  wake: Wake,
): Promise<ApplicationRow | Refusal> {
  const busy = await countApplication(work, given.memberNo, limits);
  if (busy !== null) return busy;
  const found = await queries.applicantOf(work, given.memberNo);
  if (found === null) return new Refusal("no-such-member");
  const { standing, applicant } = found;
  const policy = await policyInForce(work);
  const quote = quoteOrNone(policy, given.amount, given.period);
  if (quote === null) return refuseField("period", "period.form");
  const tampered = tamperedFigures(quote, given);
  if (tampered.length > 0) return new Refusal("invalid", { fields: tampered });
  const again = [standing.memberId, given.amount, given.period] as const;
  const repeated = await work.first(findRepeated, again);
  if (repeated !== null) return applicationAt(work, repeated.loan_no);
  if (applicant.hasOpenApplication) return new Refusal("open-application");
  const assessment = assess(policy, applicant, given.amount);
  if (!assessment.eligible) {
    work.audit({ action: "loan-refused", subject: `member:${given.memberNo}` });
    const reason = presentHindrance(given.language, assessment);
    return new Refusal("not-eligible", { values: { reason } });
  }
  const written = await writeApplication(work, standing.memberId, policy.id, quote);
  if (written === null) {
    // Another application was kept while this one was looking: perhaps the same one.
    const meanwhile = await work.first(findRepeated, again);
    return meanwhile ? applicationAt(work, meanwhile.loan_no) : new Refusal("open-application");
  }
  const loan = await applicationAt(work, written);
  await recordStep(work, loan, { step: "applied", by: given.by, amount: given.amount });
  await tell(work, loan, "loan-applied", wake);
  return loan;
}

async function countApplication(
  work: UnitOfWork,
  memberNo: MemberNo,
  limits: Limits,
): Promise<Refusal | null> {
  const most = limits.applicationsPerMinute;
  const minute = { name: "applications-minute", most, windowSeconds: 60 };
  const day = { name: "applications-day", most: limits.applicationsPerDay, windowSeconds: 86_400 };
  for (const limit of [minute, day]) {
    if (!(await takeShared(work, limit, memberNo))) {
      return new Refusal("too-many", { retryAfter: limit.windowSeconds });
    }
  }
  return null;
}

async function writeApplication(
  work: UnitOfWork,
  memberId: bigint,
  policyId: bigint,
  quote: LoanQuote,
): Promise<string | null> {
  const number = await work.first(drawNumber);
  if (number === null) throw new Error("no loan number was drawn");
  const written = await work.first(insertApplication, [
    number.loan_no,
    memberId,
    quote.principal,
    quote.fee,
    quote.total,
    quote.monthlyDeduction,
    quote.instalments.length,
    policyId,
  ]);
  return written && number.loan_no;
}

async function applicationAt(work: UnitOfWork, loanNo: string): Promise<ApplicationRow> {
  const loan = await queries.applicationByNo(work, loanNo);
  if (loan === null) throw new Refusal("no-such-loan");
  return loan;
}

/**
 * Amends the amount of an undecided application, reckoned anew by the policy it was quoted under,
 * whose bounds still hold; tells the member, who may withdraw it.
 */
export async function amend(
  work: UnitOfWork,
  given: {
    readonly id: bigint;
    readonly amount: Cents | undefined;
    readonly by: Taker;
    readonly language: Language;
  },
  wake: Wake,
): Promise<ApplicationRow> {
  const before = await queries.applicationById(work, given.id);
  if (before === null) throw new Refusal("no-such-loan");
  await refuseOwn(work, before, given.by);
  if (before.state !== "applied") throw new Refusal("loan-state");
  const amount = given.amount ?? before.principal_cents;
  if (amount === before.principal_cents) return before;
  const quote = await quoteAmended(work, before, amount, given.language);
  const amended = await work.run(
    `update loan set principal_cents = $2, fee_cents = $3, total_cents = $4,
        monthly_deduction_cents = $5 where id = $1 and state = 'applied'`,
    [before.id, quote.principal, quote.fee, quote.total, quote.monthlyDeduction],
  );
  if (amended === 0) throw new Refusal("loan-state");
  const loan = await applicationAt(work, before.loan_no);
  await recordStep(work, loan, { step: "amended", by: given.by, amount });
  await tell(work, loan, "loan-amended", wake);
  return loan;
}

async function quoteAmended(
  work: UnitOfWork,
  loan: ApplicationRow,
  amount: Cents,
  language: Language,
): Promise<LoanQuote> {
  const policy = await policyById(work, loan.policy_id ?? 0n);
  const found = await queries.applicantOf(work, loan.member_no as MemberNo);
  if (found === null) throw new Error(`loan ${loan.loan_no} has no member`);
  const applicant = { ...found.applicant, hasOpenApplication: false };
  const assessment = assess(policy, applicant, amount);
  if (!assessment.eligible) {
    const reason = presentHindrance(language, assessment);
    throw new Refusal("not-eligible", { values: { reason } });
  }
  const quote = quoteOrNone(policy, amount, loan.term_months);
  if (quote === null) throw refuseField("item.amount", "amount.form");
  return quote;
}

interface Move {
  readonly loanNo: string;
  readonly by: Taker;
}

/** Approves an application; who did may not pay it out. */
export async function approve(work: UnitOfWork, move: Move, wake: Wake): Promise<ApplicationRow> {
  const loan = await takeFromApplied(work, move, "approved");
  await recordStep(work, loan, { step: "approved", by: move.by });
  await tell(work, loan, "loan-approved", wake);
  return loan;
}

/** Declines an application with a reason, which its member sees. */
export async function decline(
  work: UnitOfWork,
  move: Move & { readonly reason: string },
  wake: Wake,
): Promise<ApplicationRow> {
  const loan = await takeFromApplied(work, move, "declined");
  await recordStep(work, loan, { step: "declined", by: move.by, reason: move.reason });
  await tell(work, loan, "loan-declined", wake);
  return loan;
}

/** Withdraws a member's own application while it is undecided. */
export async function withdraw(
  work: UnitOfWork,
  move: Move & { readonly memberNo: MemberNo },
  wake: Wake,
): Promise<ApplicationRow> {
  const own = await applicationAt(work, move.loanNo);
  if (own.member_no !== move.memberNo) throw new Refusal("no-such-loan");
  const loan = await takeFromApplied(work, move, "withdrawn");
  await recordStep(work, loan, { step: "withdrawn", by: move.by });
  await tell(work, loan, "loan-withdrawn", wake);
  return loan;
}

/** The one statement by which an undecided application is decided: of several at once, one wins. */
async function takeFromApplied(
  work: UnitOfWork,
  { loanNo, by }: Move,
  to: LoanState,
): Promise<ApplicationRow> {
  const before = await applicationAt(work, loanNo);
  await refuseOwn(work, before, by);
  const taken = await work.run("update loan set state = $2 where id = $1 and state = 'applied'", [
    before.id,
    to,
  ]);
  if (taken === 0) throw new Refusal("loan-state");
  return { ...before, state: to };
}

const findMemberOfStaff = statement({
  name: "loan-own-staff",
  text: `select exists (select from staff where 'staff:' || staff_no = $1 and member_id = $2)
    as own`,
  row: z.object({ own: z.boolean() }),
});

/** Who works at the office and is a member too keeps their hands off their own loan. */
async function refuseOwn(work: UnitOfWork, loan: ApplicationRow, by: Taker): Promise<void> {
  const found = await work.first(findMemberOfStaff, [by, loan.member_id]);
  if (found?.own) throw new Refusal("own-loan");
}

const findApprover = statement({
  name: "loan-approver",
  text: "select approver from loan_step where loan_id = $1 and step = 'approved'",
  row: z.object({ approver: z.string() }),
});

/** Pays out an approved loan; by somebody other than who approved it. */
export async function disburse(work: UnitOfWork, move: Move, wake: Wake): Promise<ApplicationRow> {
  const before = await applicationAt(work, move.loanNo);
  await refuseOwn(work, before, move.by);
  const approval = await work.first(findApprover, [before.id]);
  if (approval === null) throw new Refusal("loan-state");
  if (approval.approver === move.by) throw new Refusal("two-people");
  if (!(await disburseApproved(work, move.loanNo))) throw new Refusal("loan-state");
  const loan = await applicationAt(work, move.loanNo);
  await recordStep(work, loan, { step: "disbursed", by: move.by, approver: approval.approver });
  await tell(work, loan, "loan-disbursed", wake);
  return loan;
}

const lockDisbursed = statement({
  name: "loan-lock-disbursed",
  text: `select start_date <= coalesce($2::date, akiba_today())
      and coalesce($2::date, akiba_today()) <= akiba_today() as dated
    from loan where id = $1 and state = 'disbursed' for no key update`,
  row: z.object({ dated: z.boolean() }),
});

/** Records a repayment by its receipt, and settles the loan when nothing is left to pay. */
export async function repay(
  work: UnitOfWork,
  given: Move & {
    readonly amount: Cents;
    readonly receipt: string;
    readonly date: CalendarDate | undefined;
  },
  wake: Wake,
): Promise<ApplicationRow> {
  const { loanNo, amount, receipt } = given;
  const before = await applicationAt(work, loanNo);
  await refuseOwn(work, before, given.by);
  const locked = await work.first(lockDisbursed, [before.id, given.date ?? null]);
  if (locked === null) throw new Refusal("loan-state");
  if (!locked.dated) throw refuseField("date", "date.future");
  await recordStep(work, before, { step: "repaid", by: given.by, amount, receipt });
  await recordRepayments(work, [
    {
      kind: "loan-repaid-by-mpesa",
      memberId: before.member_id,
      loanNo,
      amount,
      narration: `Repayment of loan ${loanNo}`,
      referenceNo: loanNo,
      receiptNo: receipt,
      ...(given.date !== undefined && { valueDate: given.date }),
    },
  ]);
  const loan = await applicationAt(work, loanNo);
  const settled = loan.state === "settled";
  if (settled) await recordStep(work, loan, { step: "settled", by: given.by });
  const account = await findAccount(work, memberAccount("loan-receivable", loan.member_id, loanNo));
  const balance = account?.balance ?? ZERO_CENTS;
  await tell(
    work,
    { ...loan, principal_cents: amount },
    settled ? "loan-settled" : "loan-repaid",
    wake,
    {
      balance: formatMoney(balance),
    },
  );
  return loan;
}

interface StepTaken {
  readonly step: LoanStep;
  readonly by: Taker;
  readonly reason?: string;
  readonly amount?: Cents;
  readonly receipt?: string;
  readonly approver?: string;
}

/** Writes who took a step and when, here and in the audit trail. */
async function recordStep(work: UnitOfWork, loan: ApplicationRow, taken: StepTaken): Promise<void> {
  const { step, by, reason = "", amount, receipt = "", approver } = taken;
  const written = await work.run(
    `insert into loan_step (loan_id, step, taken_by, reason, amount_cents, receipt_no, approved_by)
      values ($1, $2, $3, $4, $5, $6, $7)
      on conflict (receipt_no) where receipt_no <> '' do nothing`,
    [loan.id, step, by, reason, amount ?? null, receipt, approver ?? null],
  );
  if (written === 0) throw new Refusal("receipt-used");
  work.audit({ action: `loan-step-${step}`, subject: `loan:${loan.loan_no}`, detail: { by } });
}

/** News of a loan is still worth reading for two days. */
const NEWS_SECONDS = 172_800;

async function tell(
  work: UnitOfWork,
  loan: ApplicationRow,
  template: LoanMessage,
  wake: Wake,
  more: Readonly<Record<string, string>> = {},
): Promise<void> {
  const params = {
    ...(await queries.societyContact(work)),
    loanNo: loan.loan_no,
    amount: formatMoney(loan.principal_cents),
    ...more,
  };
  const recipient = loan.mobile_number || null;
  const message = { channel: "sms", recipient, template, language: loan.language, params } as const;
  await enqueue(work, { ...message, lifetimeSeconds: NEWS_SECONDS }, wake);
}
