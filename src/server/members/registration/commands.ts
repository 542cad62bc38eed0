import type * as z from "zod/mini";
import { DEFAULT_LANGUAGE } from "#shared/language.ts";
import { narrationOf } from "#server/ledger/journal/narrations.ts";
import type { registerMember as endpoint } from "#shared/contract/members/registration.ts";
import type { MemberNo } from "#shared/member-number.ts";
import type { CalendarDate } from "#shared/calendar-date.ts";
import { type Cents, isWholeShillings } from "#shared/money.ts";
import type { Kin } from "#shared/next-of-kin.ts";
import { recordAlone } from "#server/oversight/approvals/one-person.ts";
import { requestApproval } from "#server/oversight/approvals/request-approval.ts";
import { memberAccount, societyAccount } from "#server/ledger/journal/chart-of-accounts.ts";
import { valueDay } from "#server/ledger/journal/closed-books.ts";
import { credit, debit } from "#server/ledger/journal/journal.ts";
import { post } from "#server/ledger/journal/post.ts";
import { rejectDuplicate } from "#server/members/membership/duplicate-members.ts";
import { registerMember } from "#server/members/membership/register.ts";
import { detailsOfStaff } from "#server/members/membership/staff-details.ts";
import { isThemselves } from "#server/members/membership/member-summary.ts";
import { hasOpenTill } from "#server/tills/till-book/till-book.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import { enqueueSms } from "#server/messaging/outbox/enqueue-sms.ts";
import type { UnitOfWork } from "#server/kernel/platform/database.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import type { RegistrationMessage } from "./messages.ts";
import { drawMemberNo, openDay, savingMember } from "./queries.ts";

export type Form = z.infer<typeof endpoint.body>;

/** How opening savings came in: by a receipt of a till, or by a request that waits. */
type Received =
  | { readonly receiptNo: string; readonly approvalId: null }
  | { readonly receiptNo: null; readonly approvalId: bigint };

/** A new member, and how their savings came in. */
export type Registered = Received & { readonly memberNo: MemberNo };

/**
 * Receives cash for a member's deposits in the actor's open till and returns the number of the
 * receipt.
 */
export type ReceiveInTill = (
  work: UnitOfWork,
  cash: { readonly memberNo: MemberNo; readonly amount: Cents },
  notify: Notify,
) => Promise<string>;

interface Desk {
  /** The address where members create their account. */
  readonly address: string;
  readonly notify: Notify;
  readonly receiveInTill: ReceiveInTill;
}

/**
 * Registers a member and returns the number drawn, with the savings they brought and a message to
 * their phone. Nobody registers themselves. The number is drawn first: a concurrent registration of
 * the same ID waits for it, and then finds this one.
 */
export async function register(
  work: UnitOfWork,
  form: Form,
  { address, notify, receiveInTill }: Desk,
): Promise<Registered> {
  const memberNo = (await drawMemberNo(work)) as MemberNo;
  await rejectDuplicate(work, { nationalId: form.idno, mobile: form.mobile ?? "" });
  await rejectDetailsOfStaff(work, form);
  const memberId = await registerMember(work, {
    memberNo,
    fullName: form.member,
    nationalId: form.idno,
    ...(form.mobile !== undefined && { mobileNumber: form.mobile }),
    ...(form.email !== undefined && { email: form.email }),
    ...(form.gender !== undefined && { gender: form.gender }),
    ...(form.age !== undefined && { age: form.age }),
    ...(form.residence !== undefined && { residence: form.residence }),
    ...(form.surname !== undefined && { surname: form.surname }),
    ...(form.firstNames !== undefined && { firstNames: form.firstNames }),
    ...(form.payrollNo !== undefined && { payrollNo: form.payrollNo }),
    ...(form.kraPin !== undefined && { kraPin: form.kraPin }),
    ...(form.nextOfKin !== undefined && { nextOfKin: form.nextOfKin.map(kinOf) }),
    atDesk: true,
  });
  if (await isThemselves(work, work.actor, memberId)) throw new Problem("own-membership");
  const date = await valueDay(work, "savingsDate", form.savingsDate);
  await welcome(work, memberNo, { mobile: form.mobile ?? null, address }, notify);
  const savings = { memberNo, amount: form.savings, date };
  return { memberNo, ...(await receiveSavings(work, savings, { receiveInTill, notify })) };
}

type GivenKin = NonNullable<Form["nextOfKin"]>[number];

function kinOf({ name, relation, share }: GivenKin): Kin {
  return { fullName: name, relation, shareBp: share };
}

interface Savings {
  readonly memberNo: MemberNo;
  readonly memberId: bigint;
  readonly amount: Cents;
  /** The value date of the money. */
  readonly date: CalendarDate;
}

/**
 * Receives opening savings in the actor's open till, whose cash two people count, or requests that
 * a second person take them into the safe. One person cannot record more than the limit or backdate
 * money: the value date of savings decides their part of a dividend.
 */
async function receiveSavings(
  work: UnitOfWork,
  { memberNo, amount, date }: Omit<Savings, "memberId">,
  { receiveInTill, notify }: Omit<Desk, "address">,
): Promise<Received> {
  const subject = `member:${memberNo}`;
  const isToday = date === (await valueDay(work, "savingsDate", undefined));
  if (isToday && isWholeShillings(amount) && (await hasOpenTill(work))) {
    if (await recordAlone(work, { limit: "openingSavings", subject, amount })) {
      return {
        receiptNo: await receiveInTill(work, { memberNo, amount }, notify),
        approvalId: null,
      };
    }
  }
  const payload = { memberNo, amount: String(amount), date };
  const request = { kind: "opening-savings", subject, about: subject, payload } as const;
  return { receiptNo: null, approvalId: await requestApproval(work, request) };
}

async function postSavings(
  work: UnitOfWork,
  { memberNo, memberId, amount, date }: Savings,
): Promise<void> {
  await post(work, {
    kind: "opening-savings-in-cash",
    narration: narrationOf("openingSavings"),
    referenceNo: memberNo,
    valueDate: date,
    lines: [
      debit(societyAccount("cash"), amount),
      credit(memberAccount("member-deposits", memberId), amount),
    ],
  });
}

/** Posts opening savings that a second person confirmed; neither is the member. */
export async function confirmSavings(
  work: UnitOfWork,
  { memberNo, amount, date }: Omit<Savings, "memberId">,
  requestedBy: string,
): Promise<void> {
  const member = await savingMember(work, memberNo);
  if (member === null) throw new Problem("approval-state");
  for (const actor of [requestedBy, work.actor]) {
    if (await isThemselves(work, actor, member.id)) throw new Problem("own-account");
  }
  const countsFrom = await openDay(work, date);
  await postSavings(work, { memberNo, memberId: member.id, amount, date: countsFrom });
}

const fieldOf = { mobile: "mobile", email: "email", "national-id": "idno" } as const;

async function rejectDetailsOfStaff(work: UnitOfWork, form: Form): Promise<void> {
  const { mobile = "", email = "", idno } = form;
  const given = { memberId: null, mobileNumber: mobile, email, nationalId: idno };
  const fields = (await detailsOfStaff(work, given)).map((detail) => {
    return { field: fieldOf[detail], problem: "details.staff" } as const;
  });
  if (fields.length > 0) throw new Problem("invalid", { fields });
}

async function welcome(
  work: UnitOfWork,
  memberNo: MemberNo,
  { mobile, address }: { readonly mobile: string | null; readonly address: string },
  notify: Notify,
): Promise<void> {
  const template: RegistrationMessage = "member-welcome";
  const params = { memberNo, address };
  const mobileNumber = mobile ?? "";
  const message = { mobileNumber, template, language: DEFAULT_LANGUAGE, params };
  await enqueueSms(work, message, notify);
}
