import * as z from "zod/mini";
import type { CodeTimes } from "#shared/contract/kernel/code-times.ts";
import type { Language } from "#shared/language.ts";
import type { MemberNo } from "#shared/member-number.ts";
import { rejectWhileHeld } from "#server/members/membership/password-reset-hold.ts";
import type { NumberConfirmed } from "#server/members/membership/signed-up.ts";
import { memberSummaryOf } from "#server/members/membership/member-summary.ts";
import { type ProvenCode, spendCode } from "#server/identity/one-time-codes/prove.ts";
import { sendCode, type Sending } from "#server/identity/one-time-codes/send.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import { societyContact } from "#server/messaging/outbox/society-contact.ts";
import { statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import { Problem } from "#server/kernel/platform/problem.ts";

/** Sends a code to the number on the register, with which its owner confirms it. */
export async function sendMobileCode(
  work: UnitOfWork,
  memberNo: MemberNo,
  sending: Sending,
): Promise<CodeTimes & { readonly recipient: string }> {
  await rejectWhileHeld(work, memberNo);
  const standing = await memberSummaryOf(work, memberNo);
  const recipient = standing?.mobileNumber || null;
  if (standing === null || recipient === null) {
    throw new Problem("no-mobile", { values: await societyContact(work) });
  }
  const { language } = standing;
  const request = { memberNo, purpose: "confirm-mobile", recipient, language } as const;
  return { recipient, ...(await sendCode(work, request, sending)) };
}

const confirmNumber = statement({
  name: "member-confirm-mobile",
  text: `update member set mobile_confirmed_at = akiba_now()
    where member_no = $1 and mobile_number <> ''
    returning id, mobile_number, akiba_today() as confirmed_on`,
  row: z.object({ id: z.bigint(), mobile_number: z.string(), confirmed_on: z.string() }),
});

/** Confirms the number that the code was sent to, and does the work that waited for it. */
export async function confirmMobile(
  work: UnitOfWork,
  proven: ProvenCode,
  { onNumberConfirmed, notify }: { onNumberConfirmed: NumberConfirmed; notify: Notify },
) {
  await rejectWhileHeld(work, proven.memberNo);
  await spendCode(work, proven);
  const confirmed = await work.first(confirmNumber, [proven.memberNo]);
  if (confirmed === null) throw new Problem("no-mobile", { values: await societyContact(work) });
  work.audit({ action: "mobile-confirmed", subject: `member:${proven.memberNo}` });
  await onNumberConfirmed(work, confirmed.id, notify);
  return { mobileNo: confirmed.mobile_number, confirmedOn: confirmed.confirmed_on };
}

/**
 * Keeps the member's language on the register. Only a different choice is written to the audit log:
 * a page may choose the same language again.
 */
export async function chooseLanguage(
  work: UnitOfWork,
  memberNo: MemberNo,
  language: Language,
): Promise<void> {
  const changed = await work.run(
    `update member set language = $2, language_chosen_at = akiba_now()
      where member_no = $1 and (language <> $2 or language_chosen_at is null)`,
    [memberNo, language],
  );
  if (changed === 0) return;
  work.audit({ action: "language-chosen", subject: `member:${memberNo}`, detail: { language } });
}
