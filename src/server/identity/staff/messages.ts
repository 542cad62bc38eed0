import { fill } from "#shared/language.ts";
import type { ApprovalKindName } from "#shared/approval-kinds.ts";
import type { MessageTemplate } from "#server/messaging/outbox/enqueue.ts";

// The office reads English. One SMS each, to everybody of the office and whom it is about.
const texts = {
  "staff-invited":
    "{society}: the server's operator invited {staffNo} to work here as {role}. Not expected? Call {phone}.",
  "staff-suspended":
    "{society}: {who} suspended {staffNo}, who can no longer log in. Not expected? Call {phone}.",
} as const;

export type StaffMessage = keyof typeof texts;

/** What is told by SMS of a change among the staff that one person makes. */
export const staffMessages: readonly MessageTemplate[] = Object.entries(texts).map(
  ([name, words]) => ({
    name,
    render: (_, params) => ({ subject: params["society"] ?? "", text: fill(words, params) }),
  }),
);

export type StaffKind = Extract<ApprovalKindName, `staff-${string}`>;

// Goes on from "wants to" and "the request to".
const steps: Readonly<Record<StaffKind, string>> = {
  "staff-details": "change the phone, e-mail or ID of {staffNo}",
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

/** What the office is told of a request among the staff, and whom it is about. */
export function newsOf(kind: StaffKind, { staffNo, role = "", memberNo }: StepAbout) {
  const what = fill(steps[kind], { staffNo, role, member: memberNo ?? "none" });
  return { what, about: `staff:${staffNo}` };
}
