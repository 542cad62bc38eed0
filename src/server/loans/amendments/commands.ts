import * as z from "zod/mini";
import type { CodeTimes } from "#shared/contract/kernel/code-times.ts";
import type { Language } from "#shared/language.ts";
import type { MemberNo } from "#shared/member-number.ts";
import { type Cents, formatMoney } from "#shared/money.ts";
import { judgedAgain, hindranceText } from "#server/loans/lending/applicants.ts";
import type { Terms } from "#server/loans/lending/applications.ts";
import { lockCover } from "#server/loans/lending/guarantees.ts";
import { notifyBorrower } from "#server/loans/lending/loan-notifications.ts";
import { quoteOrNone } from "#server/loans/lending/loan-policy.ts";
import { applicationById, type ApplicationRow } from "#server/loans/lending/loan-rows.ts";
import { recordStep, rejectOwn, type StepActor } from "#server/loans/lending/loan-steps.ts";
import { callOffForNewTerms } from "#server/loans/lending/name-guarantors.ts";
import { requireShownLoan } from "#server/loans/lending/shown-loan.ts";
import { rejectUnlessActive } from "#server/members/membership/member-state.ts";
import { proveCode, spendCode } from "#server/identity/one-time-codes/prove.ts";
import { sendCode, type Sending } from "#server/identity/one-time-codes/send.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import { statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import type { Limits } from "#server/kernel/platform/limits.ts";
import { Problem, fieldProblem } from "#server/kernel/platform/problem.ts";
import { DAYS_TO_ANSWER } from "./answer-deadline.ts";
import { type Proposal, proposalById } from "./queries.ts";

interface Amendment {
  readonly id: bigint;
  readonly amount: Cents | undefined;
  readonly by: StepActor;
  readonly language: Language;
  readonly shownDigest?: string | undefined;
}

/** An application after a change, and the proposal if the member must consent first. */
interface Amended {
  readonly loan: ApplicationRow;
  readonly proposed: bigint | null;
}

/**
 * Amends the amount of an undecided application, by the policy it was quoted under. A change that
 * does not make the loan costlier for the member applies at once; any other waits for the member's
 * consent.
 */
export async function amend(work: UnitOfWork, given: Amendment, notify: Notify): Promise<Amended> {
  const before = await applicationById(work, given.id);
  if (before === null) throw new Problem("no-such-loan");
  await rejectOwn(work, before, given.by);
  if (before.state !== "applied") throw new Problem("loan-state");
  const amount = given.amount ?? before.principal_cents;
  if (amount === before.principal_cents) return { loan: before, proposed: null };
  const cover = await lockCover(work, before.id);
  if (cover === null) throw new Problem("loan-state");
  await requireShownLoan(work, before.loan_no, given.shownDigest);
  // Another change may have been applied while this one waited for the lock.
  const locked = (await applicationById(work, given.id)) ?? before;
  const asked = { amount, pledged: cover.pledged, language: given.language };
  const terms = await quoteAmended(work, locked, asked);
  if (asksMore(locked, terms)) {
    return { loan: locked, proposed: await propose(work, locked, terms, given.by, notify) };
  }
  return { loan: await applyTerms(work, locked, terms, given.by, notify), proposed: null };
}

/** Returns whether new terms increase any figure for the member. */
function asksMore(loan: ApplicationRow, { quote }: Terms): boolean {
  return (
    quote.principal > loan.principal_cents ||
    quote.total > loan.total_cents ||
    quote.monthlyDeduction > loan.monthly_deduction_cents
  );
}

async function quoteAmended(
  work: UnitOfWork,
  loan: ApplicationRow,
  asked: { readonly amount: Cents; readonly pledged: Cents; readonly language: Language },
): Promise<Terms> {
  const { amount, pledged, language } = asked;
  const { policy, assessment } = await judgedAgain(work, loan, amount, pledged);
  if (!assessment.eligible) {
    const reason = hindranceText(language, assessment);
    throw new Problem("not-eligible", { values: { reason } });
  }
  const quote = quoteOrNone(policy, amount, loan.term_months);
  if (quote === null) throw fieldProblem("item.amount", "amount.form");
  return { quote, cover: assessment.uncovered };
}

const insertProposal = statement({
  name: "loan-amendment-propose",
  text: `insert into loan_amendment (loan_id, principal_cents, fee_cents, total_cents,
      monthly_deduction_cents, proposed_by, expires_at)
    values ($1, $2, $3, $4, $5, $6, akiba_now() + make_interval(days => ${DAYS_TO_ANSWER}))
    on conflict (loan_id) where state = 'waiting' do nothing
    returning id`,
  row: z.object({ id: z.bigint() }),
});

/** Writes a change that waits for the member, and notifies the member of its figures. */
async function propose(
  work: UnitOfWork,
  loan: ApplicationRow,
  { quote }: Terms,
  by: StepActor,
  notify: Notify,
): Promise<bigint> {
  await work.run(
    `update loan_amendment set state = 'expired'
      where loan_id = $1 and state = 'waiting' and expires_at <= akiba_now()`,
    [loan.id],
  );
  const { principal, fee, total, monthlyDeduction } = quote;
  const figures = [principal, fee, total, monthlyDeduction];
  const written = await work.first(insertProposal, [loan.id, ...figures, by]);
  if (written === null) throw new Problem("amendment-waits");
  recordAct(work, "proposed", loan.loan_no, written.id);
  const told = { principal, fee, total, deduction: monthlyDeduction };
  await notifyBorrower(work, loan, "loan-change-proposed", notify, formatFigures(told));
  return written.id;
}

interface Figures {
  readonly principal: Cents;
  readonly fee: Cents;
  readonly total: Cents;
  readonly deduction: Cents;
}

function formatFigures({ principal, fee, total, deduction }: Figures) {
  return {
    amount: formatMoney(principal),
    principal: formatMoney(principal),
    fee: formatMoney(fee),
    total: formatMoney(total),
    deduction: formatMoney(deduction),
  };
}

function figuresOf(proposal: Proposal): Figures {
  return {
    principal: proposal.principal_cents,
    fee: proposal.fee_cents,
    total: proposal.total_cents,
    deduction: proposal.monthly_deduction_cents,
  };
}

type Act = "proposed" | "agreed" | "declined" | "withdrawn";

function recordAct(work: UnitOfWork, act: Act, loanNo: string, id: bigint, way?: string): void {
  const detail = { amendment: String(id), ...(way !== undefined && { way }) };
  work.audit({ action: `loan-amendment-${act}`, subject: `loan:${loanNo}`, detail });
}

async function applyTerms(
  work: UnitOfWork,
  before: ApplicationRow,
  { quote, cover }: Terms,
  by: StepActor,
  notify: Notify,
): Promise<ApplicationRow> {
  const askGuarantors = await callOffForNewTerms(work, before.id);
  await work.run(
    `update loan set principal_cents = $2, fee_cents = $3, total_cents = $4,
        monthly_deduction_cents = $5, cover_cents = $6 where id = $1`,
    [before.id, quote.principal, quote.fee, quote.total, quote.monthlyDeduction, cover],
  );
  const loan = await applicationById(work, before.id);
  if (loan === null) throw new Error(`loan ${before.loan_no} is gone`);
  await recordStep(work, loan, { step: "amended", by, amount: quote.principal });
  await notifyBorrower(work, loan, "loan-amended", notify);
  await askGuarantors(loan, cover, notify);
  return loan;
}

/**
 * Returns a proposed change with its loan. Throws if the loan is the actor's own or one they
 * guarantee.
 */
async function proposalForOffice(work: UnitOfWork, id: bigint) {
  const proposal = await proposalById(work, id);
  if (proposal === null) throw new Problem("no-such-amendment");
  const loan = await applicationById(work, proposal.loan_id);
  if (loan === null) throw new Problem("no-such-amendment");
  await rejectOwn(work, loan, work.actor);
  if (!proposal.is_open) throw new Problem("amendment-closed");
  return { proposal, loan };
}

/** The proposed change if it is this member's and open; null for another member's. */
async function ownProposal(work: UnitOfWork, { id, memberNo }: Own) {
  const proposal = await proposalById(work, id);
  if (proposal?.member_no !== memberNo) throw new Problem("no-such-amendment");
  const loan = await applicationById(work, proposal.loan_id);
  if (loan === null || !proposal.is_open) throw new Problem("amendment-closed");
  return { proposal, loan };
}

const subjectOf = ({ id }: Proposal) => `amendment:${id}`;

/** Sends the member a code that carries the proposed figures and consents to this change alone. */
export async function sendConsentCode(
  work: UnitOfWork,
  id: bigint,
  sending: Sending,
): Promise<CodeTimes> {
  const { proposal, loan } = await proposalForOffice(work, id);
  const request = {
    memberNo: proposal.member_no as MemberNo,
    purpose: "amendment",
    subject: subjectOf(proposal),
    recipient: proposal.mobile_number || null,
    language: proposal.language,
    params: {
      ...formatFigures(figuresOf(proposal)),
      loanNo: loan.loan_no,
      months: String(loan.term_months),
    },
  } as const;
  return sendCode(work, request, sending);
}

interface EnteredCode {
  readonly id: bigint;
  readonly otp: string;
  readonly ip: string;
  readonly secret: string;
  readonly language: Language;
}

/**
 * Applies a proposed change by the code that its member gave to the office. A wrong code is
 * returned as a problem, so that it counts. Any other problem rolls everything back, and the code
 * stays valid.
 */
export async function consentByCode(
  work: UnitOfWork,
  given: EnteredCode,
  limits: Limits,
  notify: Notify,
): Promise<ApplicationRow | Problem> {
  const { proposal, loan } = await proposalForOffice(work, given.id);
  const { otp, ip, secret, language } = given;
  const memberNo = proposal.member_no as MemberNo;
  const guess = { memberNo, subject: subjectOf(proposal), otp, ip, secret, limits };
  const proven = await proveCode(work, { ...guess, purpose: "amendment" });
  if (proven instanceof Problem) return proven;
  await spendCode(work, proven);
  return agree(work, { proposal, loan, enteredBy: work.actor, language }, notify);
}

interface Own {
  readonly id: bigint;
  readonly memberNo: MemberNo;
}

/** Applies a proposed change that its signed-in member agrees to. */
export async function agreeSignedIn(
  work: UnitOfWork,
  own: Own & { readonly language: Language },
  notify: Notify,
): Promise<ApplicationRow> {
  const found = await ownProposal(work, own);
  return agree(work, { ...found, enteredBy: null, language: own.language }, notify);
}

interface Agreement {
  readonly proposal: Proposal;
  readonly loan: ApplicationRow;
  /** The member of staff who entered the code; null if the member was signed in. */
  readonly enteredBy: StepActor | null;
  readonly language: Language;
}

/** Applies a change after its member agreed; the proposer counts as the one who amended. */
async function agree(
  work: UnitOfWork,
  { proposal, loan, enteredBy, language }: Agreement,
  notify: Notify,
): Promise<ApplicationRow> {
  await rejectUnlessActive(work, loan.member_id);
  const cover = await lockCover(work, loan.id);
  if (cover === null) throw new Problem("amendment-closed");
  const asked = { amount: proposal.principal_cents, pledged: cover.pledged, language };
  const terms = await quoteAmended(work, loan, asked);
  await answer(work, proposal, { state: "agreed", by: `member:${loan.member_no}`, enteredBy });
  recordAct(work, "agreed", loan.loan_no, proposal.id, enteredBy === null ? "portal" : "code");
  return applyTerms(work, loan, terms, proposal.proposed_by, notify);
}

/** Declines a proposed change; the application stays as it is. */
export async function decline(work: UnitOfWork, own: Own): Promise<ApplicationRow> {
  const { proposal, loan } = await ownProposal(work, own);
  await lockCover(work, loan.id);
  await answer(work, proposal, { state: "declined", by: `member:${own.memberNo}` });
  recordAct(work, "declined", loan.loan_no, proposal.id);
  return loan;
}

/** Withdraws a proposed change and notifies its member; the application stays as it is. */
export async function withdraw(
  work: UnitOfWork,
  id: bigint,
  notify: Notify,
): Promise<ApplicationRow> {
  const { proposal, loan } = await proposalForOffice(work, id);
  await lockCover(work, loan.id);
  await answer(work, proposal, { state: "withdrawn", by: work.actor });
  recordAct(work, "withdrawn", loan.loan_no, proposal.id);
  await notifyBorrower(work, loan, "loan-change-withdrawn", notify);
  return loan;
}

interface Answer {
  readonly state: "agreed" | "declined" | "withdrawn";
  readonly by: string;
  readonly enteredBy?: StepActor | null;
}

/** The only statement that answers a proposal: of several at once, one wins. */
async function answer(
  work: UnitOfWork,
  { id }: Proposal,
  { state, by, enteredBy = null }: Answer,
): Promise<void> {
  const answered = await work.run(
    `update loan_amendment set state = $2, answered_by = $3, answered_at = akiba_now(),
        entered_by = $4
      where id = $1 and state = 'waiting' and expires_at > akiba_now()`,
    [id, state, by, enteredBy],
  );
  if (answered === 0) throw new Problem("amendment-closed");
}
