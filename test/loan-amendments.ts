import type { MemberNo } from "#shared/member-number.ts";
import { agreeSignedIn, amend } from "#server/loans/amendments/commands.ts";
import type { UnitOfWork } from "#server/kernel/platform/database.ts";
import { manyWrites } from "./served-society.ts";

/** Amends an application, and agrees as its member if the change asks more of them. */
export async function amendWithConsent(
  work: UnitOfWork,
  { memberNo, ...given }: Parameters<typeof amend>[1] & { readonly memberNo: MemberNo },
): Promise<void> {
  const notify = () => {};
  const { proposed } = await amend(work, given, notify);
  if (proposed === null) return;
  await agreeSignedIn(work, { id: proposed, memberNo, language: given.language }, notify);
}

/** Limits under which one test may apply, send codes and move the clock freely. */
export const unhurriedLimits = {
  ...manyWrites,
  applicationsPerMinute: 1000,
  applicationsPerDay: 1000,
  otpSendsPerIpPerHour: 1000,
  otpSendsPerMemberPerDay: 100,
  sessionIdleMinutes: 100_000,
  staffSessionIdleMinutes: 100_000,
  sessionHours: 1000,
};
