import type { CodeTimes } from "#shared/contract/kernel/code-times.ts";
import { MAX_GUARANTORS } from "#shared/contract/loans/instant-loans.ts";
import { stillUncovered } from "#shared/cover.ts";
import type { MemberNo } from "#shared/member-number.ts";
import { formatMoney } from "#shared/money.ts";
import { nameInText, notifyMember } from "#server/loans/lending/guarantee-news.ts";
import { lockCover, lockDeposits } from "#server/loans/lending/guarantees.ts";
import {
  askGuarantor,
  findNamed,
  guarantorsOf,
  type NamedGuarantor,
} from "#server/loans/lending/name-guarantors.ts";
import { rejectUnlessActive } from "#server/members/membership/member-state.ts";
import { proveCode, spendCode } from "#server/identity/one-time-codes/prove.ts";
import { sendCode, type Sending } from "#server/identity/one-time-codes/send.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import type { UnitOfWork } from "#server/kernel/platform/database.ts";
import type { Limits } from "#server/kernel/platform/limits.ts";
import { Problem, fieldProblem } from "#server/kernel/platform/problem.ts";
import * as queries from "./queries.ts";
import type { OwnGuarantee } from "./queries.ts";

/** A request to a guarantor, and the member who answers it. */
export interface Asked {
  readonly id: bigint;
  readonly memberNo: MemberNo;
}

/** The request if it is this member's and waits for an answer; null for another member's. */
async function waitingRequest(work: UnitOfWork, { id, memberNo }: Asked): Promise<OwnGuarantee> {
  const found = await queries.guaranteeOf(work, id, memberNo);
  if (found === null) throw new Problem("no-such-guarantee");
  if (found.state !== "asked") throw new Problem("guarantee-state");
  return found;
}

const subjectOf = (id: bigint) => `guarantee:${id}`;

/** Sends the guarantor a code that is valid for this request alone. */
export async function sendAnswerCode(
  work: UnitOfWork,
  asked: Asked,
  sending: Sending,
): Promise<CodeTimes> {
  await waitingRequest(work, asked);
  const { memberNo } = asked;
  const recipient = await queries.recipientOf(work, memberNo);
  if (recipient === null) throw new Problem("no-such-guarantee");
  const { mobile_number, language } = recipient;
  const request = {
    memberNo,
    purpose: "guarantee",
    subject: subjectOf(asked.id),
    recipient: mobile_number || null,
    language,
  } as const;
  return sendCode(work, request, sending);
}

export type Answer = "accepted" | "declined";

interface CodedAnswer extends Asked {
  readonly answer: Answer;
  readonly otp: string;
  readonly ip: string;
  readonly secret: string;
}

/**
 * Answers a request by the code that was sent for it. A wrong code is returned as a problem, so
 * that it counts. Any other problem rolls everything back, and the code stays valid.
 */
export async function answerByCode(
  work: UnitOfWork,
  given: CodedAnswer,
  limits: Limits,
  notify: Notify,
): Promise<Problem | null> {
  await waitingRequest(work, given);
  const { memberNo, otp, ip, secret } = given;
  const guess = { memberNo, subject: subjectOf(given.id), otp, ip, secret, limits };
  const proven = await proveCode(work, { ...guess, purpose: "guarantee" });
  if (proven instanceof Problem) return proven;
  await spendCode(work, proven);
  await answer(work, given, given.answer, notify);
  return null;
}

/**
 * Accepts or declines. The loan is locked before the deposits, which only an acceptance locks. Of
 * several answers to the same loan or against the same deposits at once, each sees those before it.
 */
export async function answer(
  work: UnitOfWork,
  asked: Asked,
  to: Answer,
  notify: Notify,
): Promise<void> {
  const seen = await waitingRequest(work, asked);
  if (to === "accepted") await rejectUnlessActive(work, seen.guarantor_id);
  const before = await lockCover(work, seen.loan_id);
  if (before === null) throw new Problem("guarantee-state");
  if (to === "accepted") await rejectOverCapacity(work, seen);
  const written = await work.run(
    `update guarantee set state = $2, answered_at = akiba_now(),
        given_on = case when $2 = 'accepted' then akiba_today() else given_on end
      where id = $1 and state = 'asked'`,
    [seen.id, to],
  );
  if (written === 0) throw new Problem("guarantee-state");
  const { amount_cents: amount, loan_no: loanNo } = seen;
  const subject = subjectOf(seen.id);
  const detail = { loan: loanNo, amount: String(amount) };
  work.audit({ action: `guarantee-${to}`, subject, detail });
  const guarantor = { guarantor: nameInText(seen.guarantor), guarantorNo: asked.memberNo };
  const params = { loanNo, amount: formatMoney(amount), ...guarantor };
  await notifyMember(work, seen.borrower_id, `guarantee-${to}`, params, notify);
  if (to === "accepted") {
    const given = { loanNo, amount: formatMoney(amount), borrower: nameInText(seen.borrower) };
    await notifyMember(work, seen.guarantor_id, "guarantee-given", given, notify);
  }
  const missing = stillUncovered(before.needed, before.accepted);
  const isCovered = to === "accepted" && missing > 0n && amount >= missing;
  if (!isCovered) return;
  await notifyMember(work, seen.borrower_id, "guarantee-covered", { loanNo }, notify);
}

/** Rejects a pledge above the free deposits; the database enforces that for concurrent answers. */
async function rejectOverCapacity(work: UnitOfWork, seen: OwnGuarantee): Promise<void> {
  await lockDeposits(work, seen.guarantor_id);
  const { free } = await queries.capacityOf(work, seen.guarantor_id);
  if (free >= seen.amount_cents) return;
  throw new Problem("over-capacity", { values: { free: formatMoney(free) } });
}

interface Naming {
  readonly loanNo: string;
  readonly memberNo: MemberNo;
  readonly named: NamedGuarantor;
  readonly replaces?: bigint | undefined;
}

/**
 * Asks another member to guarantee one's own application, or replaces one who declined or has not
 * answered. Each named number counts, even if it is rejected.
 */
export async function nameGuarantor(
  work: UnitOfWork,
  { loanNo, memberNo, named, replaces }: Naming,
  limits: Limits,
  notify: Notify,
): Promise<bigint | Problem> {
  const loan = await queries.applicationOf(work, loanNo, memberNo);
  if (loan === null) throw new Problem("no-such-loan");
  const cover = await lockCover(work, loan.id);
  if (cover === null || cover.needed === 0n) throw new Problem("guarantee-state");
  const standing = await guarantorsOf(work, loan.id);
  const replaced = standing.find(({ id }) => id === replaces);
  if (replaces !== undefined && replaced === undefined) throw new Problem("no-such-guarantee");
  if (replaced?.state === "accepted") throw new Problem("guarantee-state");
  if (replaced === undefined && standing.length >= MAX_GUARANTORS) {
    throw fieldProblem("memberNo", "guarantor.many");
  }
  // Called last: rejections from here on count as attempts, so that guessing numbers is limited.
  const principal = loan.principal_cents;
  const field = (_: number, name: string) => name;
  const found = await findNamed(work, { named: [named], by: memberNo, principal, field }, limits);
  if (found instanceof Problem) return found;
  const [guarantor] = found;
  if (guarantor === undefined) throw new Error("nobody was named");
  if (replaced !== undefined) {
    await work.run("update guarantee set state = 'cancelled' where id = $1 and state = 'asked'", [
      replaced.id,
    ]);
    work.audit({ action: "guarantee-replaced", subject: subjectOf(replaced.id) });
  }
  const asking = { ...guarantor, ...(replaces !== undefined && { replaces }) };
  const asked = await askGuarantor(work, loan, asking, notify);
  if (asked === null) throw fieldProblem("memberNo", "guarantor.twice");
  return asked;
}
