import type { CodeTimes } from "#shared/contract/kernel/code-times.ts";
import * as z from "zod/mini";
import type { PayoutChoice } from "#shared/contract/payouts/own-bank.ts";
import type { MemberNo } from "#shared/member-number.ts";
import { mayDo } from "#shared/while-suspended.ts";
import { proveCode, spendCode, type TypedCode } from "#server/identity/one-time-codes/prove.ts";
import { sendCode, type Sending } from "#server/identity/one-time-codes/send.ts";
import {
  type CodeHolder,
  codeHolderOf,
  rejectBlocked,
} from "#server/members/membership/code-holder.ts";
import { SAFETY_HOLD_HOURS } from "#server/members/membership/contact-change-hold.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import { endRequest } from "#server/oversight/approvals/request-approval.ts";
import { statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { releaseConfirmed } from "#server/payouts/queue/held-parts.ts";
import {
  bankSubject,
  endsOf,
  type NewDetails,
  notifyOfDetails,
  requestOwnDetails,
} from "#server/payouts/transfers/bank-details.ts";
import { accountsOf, choiceOf, type OwnAccountRow } from "./queries.ts";

/** A member and the bank account that they give. */
interface Giving {
  readonly memberNo: MemberNo;
  readonly given: NewDetails;
}

/** The one account that a code is for; the database derives it the same way. */
const codeSubject = ({ branchCode, accountNo, bankName, accountName }: NewDetails): string =>
  [branchCode, accountNo, bankName, accountName].join(":");

/** Sends the member a code that names the account, to their confirmed number. */
export async function sendBankCode(
  work: UnitOfWork,
  { memberNo, given }: Giving,
  sending: Sending,
): Promise<CodeTimes> {
  const holder = await lockGiver(work, memberNo);
  const request = {
    memberNo,
    purpose: "bank-account" as const,
    subject: codeSubject(given),
    recipient: holder.confirmed_mobile,
    language: holder.language,
    params: { ends: endsOf(given.accountNo) },
  };
  return sendCode(work, request, sending);
}

/**
 * Asks the office to approve a bank account that its member gives by their code. Returns the
 * problem of a wrong code, so that it counts.
 */
export async function give(
  work: UnitOfWork,
  { memberNo, given }: Giving,
  code: TypedCode,
  notify: Notify,
): Promise<OwnAccountRow | Problem> {
  const holder = await lockGiver(work, memberNo);
  const subject = codeSubject(given);
  const proven = await proveCode(work, { ...code, memberNo, purpose: "bank-account", subject });
  if (proven instanceof Problem) return proven;
  await spendCode(work, proven);
  const member = { memberId: holder.id, memberNo };
  await requestOwnDetails(work, member, { given, otpId: proven.otpId }, notify);
  const made = (await accountsOf(work, memberNo)).find(({ state }) => state === "requested");
  if (made === undefined) throw new Error("the bank account was not kept");
  return made;
}

/** Locks a member, so that a suspension comes before or after; throws if they cannot give one. */
async function lockGiver(work: UnitOfWork, memberNo: MemberNo): Promise<CodeHolder> {
  await lockMember(work, memberNo);
  const holder = await codeHolderOf(work, memberNo);
  rejectBlocked(holder);
  const waits = (await accountsOf(work, memberNo)).some(({ state }) => state === "requested");
  if (waits) throw new Problem("approval-waits");
  return holder;
}

function rejectInactiveOrHeld({ state, held_date: date, held_time: time }: CodeHolder): void {
  if (!mayDo(state, "begin")) throw new Problem("not-active");
  if (date === null) return;
  throw new Problem("payout-held", { values: { date, time: time ?? "" } });
}

async function lockMember(work: UnitOfWork, memberNo: MemberNo): Promise<void> {
  await work.run("select from member where member_no = $1 for no key update", [memberNo]);
}

/**
 * Stops a member's own bank account, whoever requested it. A request for it ends; a file that the
 * bank already has keeps its payments.
 */
export async function cancel(
  work: UnitOfWork,
  memberNo: MemberNo,
  id: bigint,
  notify: Notify,
): Promise<void> {
  await lockMember(work, memberNo);
  const found = (await accountsOf(work, memberNo)).find((row) => row.id === id);
  if (found === undefined) throw new Problem("no-such-bank-account");
  const cancelled = await work.run(
    `update member_bank_details set state = 'cancelled', cancelled_by = $2,
        cancelled_at = akiba_now()
      where id = $1 and state in ('requested', 'approved')`,
    [id, work.actor],
  );
  if (cancelled === 0) throw new Problem("no-such-bank-account");
  if (found.state === "requested") await endRequest(work, found.approval_id);
  const subject = bankSubject(memberNo);
  work.audit({ action: "bank-details-cancelled", subject, detail: { details: String(id) } });
  await notifyOfDetails(work, id, "bank-details-cancelled", notify);
}

/**
 * Chooses where a member's loans, dividends and refunds are paid from now on. The phone waits 72
 * hours: a thief of the phone would choose it. The bank takes parts of dividends that are on hold
 * for a number.
 */
export async function choose(
  work: UnitOfWork,
  memberNo: MemberNo,
  way: PayoutChoice,
  notify: Notify,
): Promise<void> {
  await lockMember(work, memberNo);
  rejectInactiveOrHeld(await codeHolderOf(work, memberNo));
  const before = await choiceOf(work, memberNo);
  const isWaitedFor = before.phone_from !== "";
  if (before.paid_by === way && !isWaitedFor) return;
  if (way === "phone" && isWaitedFor) return;
  const account = (await accountsOf(work, memberNo)).find(({ state }) => state === "approved");
  if (account === undefined) throw new Problem("no-such-bank-account");
  const made = await work.first(insertChoice, [memberNo, way, work.actor]);
  if (made === null) throw new Error("the choice was not kept");
  const subject = bankSubject(memberNo);
  work.audit({ action: "payout-choice-made", subject, detail: { way } });
  await notifyOfDetails(work, account.id, `payout-choice-${way}`, notify, made.in_force_from);
  if (way === "bank") await releaseConfirmed(work, made.member_id, notify);
}

const insertChoice = statement({
  name: "own-bank-choose",
  text: `insert into payout_choice (member_id, way, chosen_by, in_force_from)
    select m.id, $2, $3, akiba_now()
      + make_interval(hours => case $2 when 'phone' then ${SAFETY_HOLD_HOURS} else 0 end)
    from member m where m.member_no = $1 returning member_id, in_force_from`,
  row: z.object({ member_id: z.bigint(), in_force_from: z.date() }),
});
