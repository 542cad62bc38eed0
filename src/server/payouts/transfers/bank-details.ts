import { releaseConfirmed } from "#server/payouts/queue/held-parts.ts";
import * as z from "zod/mini";
import { languages } from "#shared/language.ts";
import type { MemberNo } from "#shared/member-number.ts";
import {
  isThemselves,
  type MemberSummary,
  memberSummaryOf,
} from "#server/members/membership/member-summary.ts";
import { SAFETY_HOLD_HOURS } from "#server/members/membership/contact-change-hold.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import { enqueueSms } from "#server/messaging/outbox/enqueue-sms.ts";
import { requestApproval } from "#server/oversight/approvals/request-approval.ts";
import { type Snapshot, statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import { nairobiDayText, nairobiMoment } from "#server/kernel/platform/nairobi.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import type { BankMessage } from "./messages.ts";
import { isUsable } from "./usable-account-sql.ts";
import { OLD_NUMBER_DAYS, warnedNumbers } from "./warned-numbers-sql.ts";

/** A bank account as it is entered. */
export interface NewDetails {
  readonly bankName: string;
  readonly branchCode: string;
  readonly accountNo: string;
  readonly accountName: string;
}

const SHOWN_DIGITS = 3;
/** Returns the last digits of an account number, by which its owner knows it. */
export const endsOf = (accountNo: string): string => accountNo.slice(-SHOWN_DIGITS);
/** An account number with all but its last digits masked. */
export const maskedAccount = (accountNo: string): string => `•••${endsOf(accountNo)}`;

/** Returns the subject of requests about the bank details of a member. */
export const bankSubject = (memberNo: string): string => `bank-details:${memberNo}`;

const insertDetails = statement({
  name: "bank-details-insert",
  text: `insert into member_bank_details (member_id, bank_name, branch_code, account_no,
      account_name, approval_id, requested_by, otp_id)
    values ($1, $2, $3, $4, $5, $6, $7, $8) returning id`,
  row: z.object({ id: z.bigint() }),
});

/** Requests that another person approve the bank details of a member, and warns the member. */
export async function requestDetails(
  work: UnitOfWork,
  memberNo: MemberNo,
  given: NewDetails,
  notify: Notify,
): Promise<bigint> {
  const member = await memberSummaryOf(work, memberNo);
  if (member === null) throw new Problem("no-such-member");
  if (await isThemselves(work, work.actor, member.memberId)) throw new Problem("own-listing");
  const { id, approvalId } = await insertRequested(work, member, { given, otpId: null });
  await notifyOfDetails(work, id, "bank-details-asked", notify);
  return approvalId;
}

/** The requested details, and the code by which the member gives them, if the member does. */
interface Requested {
  readonly given: NewDetails;
  readonly otpId: string | null;
}

type Owner = Pick<MemberSummary, "memberId" | "memberNo">;

/** Requests that the office approve an account that its member gives by a spent code. */
export async function requestOwnDetails(
  work: UnitOfWork,
  member: Owner,
  requested: Requested & { readonly otpId: string },
  notify: Notify,
): Promise<void> {
  const { id } = await insertRequested(work, member, requested);
  await notifyOfDetails(work, id, "bank-details-given", notify);
}

async function insertRequested(
  work: UnitOfWork,
  { memberId, memberNo }: Owner,
  { given, otpId }: Requested,
): Promise<{ readonly id: bigint; readonly approvalId: bigint }> {
  const subject = bankSubject(memberNo);
  const approvalId = await requestApproval(work, {
    kind: "bank-details",
    subject,
    about: `member:${memberNo}`,
    payload: { memberNo },
  });
  const account = [given.bankName, given.branchCode, given.accountNo, given.accountName];
  const values = [memberId, ...account, approvalId, work.actor, otpId];
  const made = await work.first(insertDetails, values);
  if (made === null) throw new Error("the bank details were not kept");
  work.audit({ action: "bank-details-asked", subject, detail: { details: String(made.id) } });
  return { id: made.id, approvalId };
}

/** Bank details with their member. */
export const detailsRow = z.object({
  id: z.bigint(),
  member_id: z.bigint(),
  member_no: z.string(),
  full_name: z.string(),
  bank_name: z.string(),
  branch_code: z.string(),
  account_no: z.string(),
  account_name: z.string(),
  state: z.enum(["requested", "approved", "replaced", "cancelled"]),
  /** A day and a time in Nairobi; empty before the approval. */
  usable_from: z.string(),
  is_usable: z.boolean(),
});

const columns = `d.id, d.member_id, m.member_no, m.full_name, d.bank_name, d.branch_code,
  d.account_no, d.account_name, d.state, coalesce(${nairobiMoment("d.usable_from")}, '')
    as usable_from, ${isUsable} as is_usable`;

const findRequested = statement({
  name: "bank-details-requested",
  text: `select ${columns} from member_bank_details d join member m on m.id = d.member_id
    join approval a on a.id = d.approval_id
    where m.member_no = $1 and d.state = 'requested' and a.state in ('waiting', 'approved')
    order by d.id desc limit 1`,
  row: detailsRow,
});

/** Returns the details of a member whose request is being decided; null if there are none. */
export function requestedDetails(snapshot: Snapshot, memberNo: string) {
  return snapshot.first(findRequested, [memberNo]);
}

const findCurrent = statement({
  name: "bank-details-current",
  text: `select ${columns} from member_bank_details d join member m on m.id = d.member_id
    where m.member_no = $1 and d.state = 'approved'`,
  row: detailsRow,
});

/** Returns the details of a member that are in force; null if there are none. */
export function currentDetails(snapshot: Snapshot, memberNo: string) {
  return snapshot.first(findCurrent, [memberNo]);
}

/** Puts requested details into force; no money goes to them for a time. Warns the member. */
export async function approveDetails(
  work: UnitOfWork,
  memberNo: string,
  notify: Notify,
): Promise<void> {
  const found = await requestedDetails(work, memberNo);
  if (found === null) throw new Problem("approval-changed");
  if (await isThemselves(work, work.actor, found.member_id)) throw new Problem("own-listing");
  await work.run(
    "update member_bank_details set state = 'replaced' where member_id = $1 and state = 'approved'",
    [found.member_id],
  );
  await work.run(
    `update member_bank_details set state = 'approved', approved_by = $2, approved_at = akiba_now(),
        usable_from = akiba_now() + make_interval(hours => $3)
      where id = $1`,
    [found.id, work.actor, SAFETY_HOLD_HOURS],
  );
  const detail = { details: String(found.id) };
  work.audit({ action: "bank-details-set", subject: bankSubject(memberNo), detail });
  await notifyOfDetails(work, found.id, "bank-details-set", notify);
  // An earlier choice of the bank is in force again.
  await releaseConfirmed(work, found.member_id, notify);
}

/** Notifies a member that the office did not approve the account that they gave. */
export async function rejectDetails(
  work: UnitOfWork,
  memberNo: string,
  notify: Notify,
): Promise<void> {
  const found = await work.first(findLastOwn, [memberNo]);
  if (found !== null) await notifyOfDetails(work, found.id, "bank-details-rejected", notify);
}

const findLastOwn = statement({
  name: "bank-details-last-own",
  text: `select id from (select d.id, d.otp_id, a.state from member_bank_details d
      join member m on m.id = d.member_id join approval a on a.id = d.approval_id
      where m.member_no = $1 order by d.id desc limit 1) last
    where last.otp_id is not null and last.state = 'rejected'`,
  row: z.object({ id: z.bigint() }),
});

const namesDay = new Set<BankMessage>(["bank-details-set", "payout-choice-phone"]);

const findNews = statement({
  name: "bank-details-news",
  text: `select ${warnedNumbers} as numbers,
      m.language, right(d.account_no, $3) as ends,
      coalesce(${nairobiDayText("coalesce($4::timestamptz, d.usable_from)")}, '') as day
    from member_bank_details d join member m on m.id = d.member_id where d.id = $1`,
  row: z.object({
    numbers: z.array(z.string()),
    language: z.enum(languages),
    ends: z.string(),
    day: z.string(),
  }),
});

/**
 * Sends an SMS about bank details to the member's number, and to one that was replaced recently.
 * The day in the text is `from`, or the first on which money may go there.
 */
export async function notifyOfDetails(
  work: UnitOfWork,
  id: bigint,
  template: BankMessage,
  notify: Notify,
  from: Date | null = null,
): Promise<void> {
  const news = await work.first(findNews, [id, OLD_NUMBER_DAYS, SHOWN_DIGITS, from]);
  if (news === null) throw new Error(`there are no bank details ${id}`);
  const { numbers, language, ends, day } = news;
  const params = { ends, ...(namesDay.has(template) && { day }) };
  for (const mobileNumber of numbers) {
    await enqueueSms(work, { mobileNumber, template, language, params }, notify);
  }
}
