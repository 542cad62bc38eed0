import type * as z from "zod/mini";
import type { registerMember as endpoint } from "#shared/contract/members/registration.ts";
import type { MemberNo } from "#shared/member-number.ts";
import type { CalendarDate } from "#shared/calendar-date.ts";
import type { Cents } from "#shared/money.ts";
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
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import { enqueueSms } from "#server/messaging/outbox/enqueue-sms.ts";
import type { UnitOfWork } from "#server/kernel/platform/database.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import type { RegistrationMessage } from "./messages.ts";
import { drawMemberNo, openDay, savingMember } from "./queries.ts";

export type Form = z.infer<typeof endpoint.body>;

/** A new member, and the request that holds their savings; null if the savings are posted. */
export interface Registered {
  readonly memberNo: MemberNo;
  readonly approvalId: bigint | null;
}

/**
 * Registers a member and returns the number drawn, with the savings they brought and a message to
 * their phone. Nobody registers themselves. The number is drawn first: a concurrent registration of
 * the same ID waits for it, and then finds this one.
 */
export async function register(
  work: UnitOfWork,
  form: Form,
  address: string,
  notify: Notify,
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
  const approvalId = await receiveSavings(work, { memberNo, memberId, amount: form.savings, date });
  await welcome(work, memberNo, { mobile: form.mobile ?? null, address }, notify);
  return { memberNo, approvalId };
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
 * Posts opening savings, or requests a second person's confirmation; returns the number of that
 * request. One person cannot record more than the limit or backdate money: the value date of
 * savings decides their part of a dividend.
 */
async function receiveSavings(work: UnitOfWork, savings: Savings): Promise<bigint | null> {
  const subject = `member:${savings.memberNo}`;
  const { memberNo, amount, date } = savings;
  const isToday = date === (await valueDay(work, "savingsDate", undefined));
  if (isToday && (await recordAlone(work, { limit: "openingSavings", subject, amount }))) {
    await postSavings(work, savings);
    return null;
  }
  const payload = { memberNo, amount: String(amount), date };
  return requestApproval(work, { kind: "opening-savings", subject, about: subject, payload });
}

async function postSavings(
  work: UnitOfWork,
  { memberNo, memberId, amount, date }: Savings,
): Promise<void> {
  await post(work, {
    kind: "opening-savings-in-cash",
    narration: "Opening savings",
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
  const message = { mobileNumber: mobile ?? "", template, language: "en", params } as const;
  await enqueueSms(work, message, notify);
}
