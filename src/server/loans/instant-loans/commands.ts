import * as z from "zod/mini";
import type { LoanState } from "#shared/contract/loans/instant-loans.ts";
import { stillUncovered } from "#shared/cover.ts";
import type { PayoutChannel } from "#shared/payout-ways.ts";
import { DEFAULT_LANGUAGE, type Language } from "#shared/language.ts";
import type { MemberNo } from "#shared/member-number.ts";
import { loanDeskMessages } from "#shared/messages/loans/desk-sw.ts";
import { addCents, type Cents, formatMoney } from "#shared/money.ts";
import { openAmendmentOf } from "#server/loans/lending/amendments.ts";
import { judgedAgain, lockedApplicant, hindranceText } from "#server/loans/lending/applicants.ts";
import { lockLoan } from "#server/loans/lending/bulk-repayments.ts";
import { repeatedApplication, writeApplication } from "#server/loans/lending/applications.ts";
import { type Applicant, assess, isFull } from "#server/loans/lending/eligibility.ts";
import { type Cover, coverOf, endGuarantees, lockCover } from "#server/loans/lending/guarantees.ts";
import { requireShownLoan } from "#server/loans/lending/shown-loan.ts";
import { applicationAt, type ApplicationRow } from "#server/loans/lending/loan-rows.ts";
import { type LoanPolicy, policyInForce, quoteOrNone } from "#server/loans/lending/loan-policy.ts";
import { approverOf, type LoanPayouts } from "#server/loans/lending/loan-payouts.ts";
import { disburseApproved } from "#server/loans/lending/loans.ts";
import { notifyBorrower } from "#server/loans/lending/loan-notifications.ts";
import { recordStep, rejectOwn, type StepActor } from "#server/loans/lending/loan-steps.ts";
import {
  askGuarantor,
  findNamed,
  type FoundGuarantor,
  type NamedGuarantor,
} from "#server/loans/lending/name-guarantors.ts";
import { rejectUnlessActive } from "#server/members/membership/member-state.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import { statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import type { Limits } from "#server/kernel/platform/limits.ts";
import { Problem, fieldProblem } from "#server/kernel/platform/problem.ts";
import { takeShared } from "#server/kernel/platform/shared-limit.ts";
import * as queries from "./queries.ts";
import { tamperedFigures } from "./sent-figures.ts";

/** An application as it was sent; its figures are only compared with our own. */
export interface Application {
  readonly memberNo: MemberNo;
  readonly by: StepActor;
  readonly amount: Cents;
  readonly period: number;
  readonly total: string;
  readonly repayment: string;
  readonly guarantors?: readonly NamedGuarantor[] | undefined;
  readonly language: Language;
}

/**
 * Stores an application and asks its guarantors, if it needs any. Sent again within a minute, by a
 * second tap or after a lost answer, it is the same application. A rejected one counts towards the
 * limits too.
 */
export async function apply(
  work: UnitOfWork,
  given: Application,
  limits: Limits,
  notify: Notify,
): Promise<ApplicationRow | Problem> {
  const busy = await countApplication(work, given.memberNo, limits);
  if (busy !== null) return busy;
  const found = await lockedApplicant(work, given.memberNo);
  if (found === null) return new Problem("no-such-member");
  const { standing, applicant } = found;
  await rejectUnlessActive(work, standing.memberId);
  const policy = await policyInForce(work);
  const quote = quoteOrNone(policy, given.amount, given.period);
  if (quote === null) return fieldProblem("period", "period.form");
  const tampered = tamperedFigures(quote, given);
  if (tampered.length > 0) return new Problem("invalid", { fields: tampered });
  const repeated = await repeatedApplication(work, standing.memberId, quote);
  if (repeated !== null) return applicationAt(work, repeated);
  if (isFull(policy, applicant)) return new Problem("open-application");
  const judged = await judge(work, given, { policy, applicant }, limits);
  if (judged instanceof Problem) return judged;
  const { cover, guarantors } = judged;
  const written = await writeApplication(work, standing.memberId, policy, { quote, cover });
  if (written === null) {
    // Another application was stored in the meantime: perhaps the same one.
    const meanwhile = await repeatedApplication(work, standing.memberId, quote);
    return meanwhile ? applicationAt(work, meanwhile) : new Problem("open-application");
  }
  const loan = await applicationAt(work, written);
  await recordStep(work, loan, { step: "applied", by: given.by, amount: given.amount });
  await notifyBorrower(work, loan, "loan-applied", notify);
  for (const guarantor of guarantors) await askGuarantor(work, loan, guarantor, notify);
  return loan;
}

/** The amount that guarantors have to cover, and their names; empty if not needed. */
async function judge(
  work: UnitOfWork,
  given: Application,
  { policy, applicant }: { readonly policy: LoanPolicy; readonly applicant: Applicant },
  limits: Limits,
): Promise<{ readonly cover: Cents; readonly guarantors: FoundGuarantor[] } | Problem> {
  const { memberNo, amount, guarantors: named = [] } = given;
  const pledged = addCents(...named.map((one) => one.amount));
  const assessment = assess(policy, applicant, amount, pledged);
  if (!assessment.eligible) {
    work.audit({ action: "loan-refused", subject: `member:${memberNo}` });
    const reason = hindranceText(given.language, assessment);
    return new Problem("not-eligible", { values: { reason } });
  }
  const cover = assessment.uncovered;
  if (cover === 0n) return { cover, guarantors: [] };
  const field = (index: number, name: string) => `guarantors.${index}.${name}`;
  const naming = { named, by: memberNo, principal: amount, field };
  const guarantors = await findNamed(work, naming, limits);
  return guarantors instanceof Problem ? guarantors : { cover, guarantors };
}

async function countApplication(
  work: UnitOfWork,
  memberNo: MemberNo,
  limits: Limits,
): Promise<Problem | null> {
  const most = limits.applicationsPerMinute;
  const minute = { name: "applications-minute", most, windowSeconds: 60 };
  const day = { name: "applications-day", most: limits.applicationsPerDay, windowSeconds: 86_400 };
  for (const limit of [minute, day]) {
    if (!(await takeShared(work, limit, memberNo))) {
      return new Problem("too-many", { retryAfter: limit.windowSeconds });
    }
  }
  return null;
}

/** Rejects an application that no longer meets a rule. */
async function rejectIneligible(
  work: UnitOfWork,
  loan: ApplicationRow,
  { language = DEFAULT_LANGUAGE }: Decision,
): Promise<void> {
  const { accepted } = await coverOf(work, loan.id);
  const { assessment } = await judgedAgain(work, loan, loan.principal_cents, accepted);
  const rule = assessment.rules.find(({ state }) => state === "unmet");
  if (rule === undefined) return;
  const reason = loanDeskMessages[language].badges[rule.code];
  throw new Problem("no-longer-eligible", { values: { reason } });
}

interface Move {
  readonly loanNo: string;
  readonly by: StepActor;
  /** The facts the office saw; absent if no screen comes before. */
  readonly shownDigest?: string | undefined;
}

interface Decision extends Move {
  /** The language in which an unmet rule is named; English by default. */
  readonly language?: Language;
}

/**
 * Approves an application that still meets its rules. The person who amended it may not approve it,
 * and the person who approves it may not pay it out. Checks the rules after the state has changed,
 * so that the second of two approvals sees the first.
 */
export async function approve(
  work: UnitOfWork,
  move: Decision,
  notify: Notify,
): Promise<ApplicationRow> {
  const loan = await takeFromApplied(work, move, "approved");
  if (await queries.amendedBy(work, loan.id, move.by)) throw new Problem("loan-amended");
  await rejectIneligible(work, loan, move);
  await endGuarantees(work, loan.id, "approved", notify);
  await recordStep(work, loan, { step: "approved", by: move.by });
  await notifyBorrower(work, loan, "loan-approved", notify);
  return loan;
}

/** Declines an application with a reason, which its member can read. */
export async function decline(
  work: UnitOfWork,
  move: Move & { readonly reason: string },
  notify: Notify,
): Promise<ApplicationRow> {
  const loan = await takeFromApplied(work, move, "declined");
  await endGuarantees(work, loan.id, "declined", notify);
  await recordStep(work, loan, { step: "declined", by: move.by, reason: move.reason });
  await notifyBorrower(work, loan, "loan-declined", notify, { reason: move.reason });
  return loan;
}

/** Withdraws a member's own application while it is undecided. */
export async function withdraw(
  work: UnitOfWork,
  move: Move & { readonly memberNo: MemberNo },
  notify: Notify,
): Promise<ApplicationRow> {
  const own = await applicationAt(work, move.loanNo);
  if (own.member_no !== move.memberNo) throw new Problem("no-such-loan");
  const loan = await takeFromApplied(work, move, "withdrawn");
  await endGuarantees(work, loan.id, "withdrawn", notify);
  await recordStep(work, loan, { step: "withdrawn", by: move.by });
  await notifyBorrower(work, loan, "loan-withdrawn", notify);
  return loan;
}

/** The only statement that decides an undecided application: of several at once, one wins. */
async function takeFromApplied(
  work: UnitOfWork,
  { loanNo, by, shownDigest }: Move,
  to: LoanState,
): Promise<ApplicationRow> {
  const before = await applicationAt(work, loanNo);
  await rejectOwn(work, before, by);
  if (to === "approved") await rejectUnlessActive(work, before.member_id);
  const cover = await lockCover(work, before.id);
  if (cover === null) throw new Problem("loan-state");
  await requireShownLoan(work, loanNo, shownDigest);
  if (to === "approved") {
    if ((await openAmendmentOf(work, before.id)) !== null) throw new Problem("amendment-waits");
    rejectUncovered(cover);
  }
  const taken = await work.run("update loan set state = $2 where id = $1 and state = 'applied'", [
    before.id,
    to,
  ]);
  if (taken === 0) throw new Problem("loan-state");
  // Read after the state has changed: it may have been amended while this call waited.
  return applicationAt(work, loanNo);
}

function rejectUncovered(cover: Cover): void {
  const missing = stillUncovered(cover.needed, cover.accepted);
  if (missing === 0n) return;
  throw new Problem("not-covered", { values: { missing: formatMoney(missing) } });
}

const findReturn = statement({
  name: "loan-return-waits",
  text: `select exists (select from approval a
      where a.kind = 'loan-approval-return' and a.state = 'waiting'
        and a.subject = $1 and a.expires_at > akiba_now()) as waits`,
  row: z.object({ waits: z.boolean() }),
});

interface Disbursal extends Decision {
  /** By default the phone; the office pays amounts that cannot go there. */
  readonly channel?: PayoutChannel | undefined;
}

interface DisbursalOptions {
  readonly notify: Notify;
  readonly payouts: LoanPayouts;
}

/**
 * Pays out an approved loan that still meets its rules, by a person other than its approver: posts
 * it and queues its payment.
 */
export async function disburse(
  work: UnitOfWork,
  { channel = "phone", ...move }: Disbursal,
  { notify, payouts }: DisbursalOptions,
): Promise<ApplicationRow> {
  const before = await applicationAt(work, move.loanNo);
  await rejectOwn(work, before, move.by);
  const approver = await approverOf(work, before.id);
  if (approver === null) throw new Problem("loan-state");
  if (approver === move.by) throw new Problem("two-people");
  await rejectUnlessActive(work, before.member_id);
  await lockLoan(work, move.loanNo);
  if ((await applicationAt(work, move.loanNo)).state !== "approved") {
    throw new Problem("loan-state");
  }
  const returning = await work.first(findReturn, [`loan:${move.loanNo}`]);
  if (returning?.waits === true) throw new Problem("loan-return-waits");
  await requireShownLoan(work, move.loanNo, move.shownDigest);
  await rejectIneligible(work, before, move);
  const entryId = await disburseApproved(work, move.loanNo);
  if (entryId === null) throw new Problem("loan-state");
  const loan = await applicationAt(work, move.loanNo);
  await recordStep(work, loan, { step: "disbursed", by: move.by, approver });
  await payouts.queue(work, { loanId: loan.id, entryId, channel });
  await notifyBorrower(work, loan, "loan-disbursed", notify);
  return loan;
}
