import type { CodeTimes } from "#shared/contract/kernel/code-times.ts";
import type { MemberNo } from "#shared/member-number.ts";
import { proveCode, spendCode, type TypedCode } from "#server/identity/one-time-codes/prove.ts";
import { sendCode, type Sending } from "#server/identity/one-time-codes/send.ts";
import {
  type CodeHolder,
  codeHolderOf,
  rejectBlocked,
} from "#server/members/membership/code-holder.ts";
import { addNextOfKin } from "#server/members/membership/next-of-kin.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import { enqueueSms } from "#server/messaging/outbox/enqueue-sms.ts";
import type { UnitOfWork } from "#server/kernel/platform/database.ts";
import { fieldProblem, Problem } from "#server/kernel/platform/problem.ts";
import { sha256 } from "#server/kernel/platform/random.ts";
import { type NomineeChange, nomineeChangesOf } from "./queries.ts";

/** A nominee as given; the share is in hundredths of a percent. */
interface Nominee {
  readonly name: string;
  readonly relation: string;
  readonly share: number;
}

/** A member and the nominees that they give. */
interface Giving {
  readonly memberNo: MemberNo;
  readonly nominees: readonly Nominee[];
}

/** The list as the database writes it, in `nominees_of`. */
const listOf = (nominees: readonly Nominee[]): string =>
  nominees.map(({ name, relation, share }) => [name, relation, share].join("; ")).join("\n");

/** The one list that a code is for; the database derives it the same way. */
const subjectOf = (list: string): string => Buffer.from(sha256(list)).toString("hex");

/** Sends the member a code for these nominees, to their confirmed number. */
export async function sendNomineesCode(
  work: UnitOfWork,
  { memberNo, nominees }: Giving,
  sending: Sending,
): Promise<CodeTimes> {
  rejectRepeated(nominees);
  const holder = await lockHolder(work, memberNo);
  const request = {
    memberNo,
    purpose: "nominees" as const,
    subject: subjectOf(listOf(nominees)),
    recipient: holder.confirmed_mobile,
    language: holder.language,
  };
  return sendCode(work, request, sending);
}

/** Two nominees may share a name, but not their relation to the member as well. */
function rejectRepeated(nominees: readonly Nominee[]): void {
  const people = nominees.map(({ name, relation }) => `${name}; ${relation}`.toLowerCase());
  const repeated = people.findIndex((person, row) => people.indexOf(person) < row);
  if (repeated !== -1) throw fieldProblem(`nominees.${repeated}.name`, "nominee.twice");
}

/**
 * Replaces a member's nominees by their code for exactly these, and keeps the previous list.
 * Returns the problem of a wrong code, so that it counts.
 */
export async function changeNominees(
  work: UnitOfWork,
  { memberNo, nominees }: Giving,
  code: TypedCode,
  notify: Notify,
): Promise<NomineeChange | Problem> {
  const holder = await lockHolder(work, memberNo);
  const list = listOf(nominees);
  const subject = subjectOf(list);
  const proven = await proveCode(work, { ...code, memberNo, purpose: "nominees", subject });
  if (proven instanceof Problem) return proven;
  await spendCode(work, proven);
  // The change is written first: the database reads the previous list from the register.
  await work.run(
    `insert into nominee_change (member_id, old_list, new_list, otp_id, changed_by)
      values ($1, '', $2, $3, $4)`,
    [holder.id, list, proven.otpId, work.actor],
  );
  await work.run("delete from next_of_kin where member_id = $1", [holder.id]);
  const kin = nominees.map(({ name, relation, share }) => {
    return { fullName: name, relation, shareBp: share };
  });
  await addNextOfKin(work, holder.id, kin);
  const [made] = await nomineeChangesOf(work, memberNo);
  if (made === undefined) throw new Error("the nominees were not kept");
  await notifyOfChange(work, holder, { memberNo, made }, notify);
  return made;
}

async function notifyOfChange(
  work: UnitOfWork,
  { confirmed_mobile: mobileNumber, language }: CodeHolder,
  { memberNo, made }: { readonly memberNo: MemberNo; readonly made: NomineeChange },
  notify: Notify,
): Promise<void> {
  // The audit log names no nominee, because it is kept longer than nominees' data may be.
  const detail = { change: String(made.id) };
  work.audit({ action: "nominees-changed", subject: `member:${memberNo}`, detail });
  const params = { date: made.changed_on, time: made.changed_time };
  const sms = { mobileNumber, template: "nominees-changed", language, params };
  await enqueueSms(work, sms, notify);
}

/** Locks a member, so that a suspension comes before or after; throws if no code can be used. */
async function lockHolder(work: UnitOfWork, memberNo: MemberNo): Promise<CodeHolder> {
  await work.run("select from member where member_no = $1 for no key update", [memberNo]);
  const holder = await codeHolderOf(work, memberNo);
  rejectBlocked(holder);
  return holder;
}
