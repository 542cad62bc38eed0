import { fill } from "#shared/language.ts";
import type { ApprovalKindName } from "#shared/approval-kinds.ts";
import type { MessageTemplate } from "#server/messaging/outbox/enqueue.ts";
import { officeTemplatesOf } from "#server/messaging/outbox/templates.ts";

// The office reads English. One SMS each, to all staff and the person concerned.
const texts = {
  "staff-invited":
    "{society}: the server's operator invited {staffNo} to work here as {role}. Not expected? Call {phone}.",
  "staff-suspended":
    "{society}: {who} suspended {staffNo}, who can no longer log in. Not expected? Call {phone}.",
} as const;

export type StaffMessage = keyof typeof texts;

/** SMS about a change to staff that one person makes. */
export const staffMessages: readonly MessageTemplate[] = officeTemplatesOf(texts);

export type StaffKind = Extract<ApprovalKindName, `staff-${string}`>;

// Continues "wants to" and "the request to".
const steps: Readonly<Record<StaffKind, string>> = {
  "staff-details": "change the phone, email or ID of {staffNo}",
  "staff-invitation": "invite {staffNo} as {role}",
  "staff-member-link": "link {staffNo} to member {member}",
  "staff-resumption": "let {staffNo} log in again",
  "staff-role": "make {staffNo} {role}",
  "staff-second-factor-reset": "reset the second factor of {staffNo}",
};

interface StepAbout {
  readonly staffNo: string;
  readonly role?: string;
  /** A member number, or null for no member. */
  readonly memberNo?: string | null;
}

/** SMS to the office, and the person concerned, about a request for a staff change. */
export function newsOf(kind: StaffKind, { staffNo, role = "", memberNo }: StepAbout) {
  const what = fill(steps[kind], { staffNo, role, member: memberNo ?? "none" });
  return { what, about: `staff:${staffNo}` };
}
