import type { AfterSignUp, SignedUp } from "#server/identity/logins/signed-up.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import type { UnitOfWork } from "#server/kernel/platform/database.ts";
import { requestChange } from "./contact-changes.ts";
import { confirmNotice } from "./privacy-consent.ts";

/** Does the work that waited for a member to confirm their number; passed in from app.ts. */
export type NumberConfirmed = (
  work: UnitOfWork,
  memberId: bigint,
  notify: Notify,
) => Promise<unknown>;

/**
 * Returns the effects of a sign-up on the register. The number that received the code is confirmed,
 * a first e-mail and the language are kept, and other details become a request for staff to decide.
 */
export function afterSignUp(onNumberConfirmed: NumberConfirmed): AfterSignUp {
  return async (work, member, notify) => {
    await work.run(
      `update member set mobile_confirmed_at = akiba_now(),
        email = case when email = '' then $2 else email end,
        language = coalesce($3, language),
        language_chosen_at = case when $3::text is null then null else akiba_now() end
        where id = $1`,
      [member.memberId, member.email, member.language],
    );
    await onNumberConfirmed(work, member.memberId, notify);
    await confirmNotice(work, member, member.notice, "sign-up");
    await requestOtherDetails(work, member, notify);
  };
}

async function requestOtherDetails(
  work: UnitOfWork,
  member: SignedUp,
  notify: Notify,
): Promise<void> {
  const { memberId, memberNo, registered } = member;
  const mobileNumber = member.mobileNo === registered.mobileNumber ? "" : member.mobileNo;
  const isNewEmail = registered.email !== "" && member.email !== registered.email;
  const email = isNewEmail ? member.email : "";
  if (mobileNumber + email === "") return;
  const askedBy = `member:${memberNo}`;
  await requestChange(
    work,
    { memberId, mobileNumber, email, askedBy, reason: "at sign-up" },
    notify,
  );
  work.audit({ action: "contact-change-asked", subject: `login:${memberNo}` });
}
