import { fill } from "#shared/language.ts";
import type { MessageTemplate } from "#server/outbox/enqueue.ts";

// The office reads English. One SMS each, to whom it is about and to those who watch over it.
const texts = {
  "staff-invited":
    "{society}: {who} invited {staffNo} to work here as {role}. Not expected? Call {phone}.",
  "staff-role-changed": "{society}: {who} made {staffNo} {role}. Not expected? Call {phone}.",
  "staff-suspended":
    "{society}: {who} suspended {staffNo}, who can no longer log in. Not expected? Call {phone}.",
  "staff-resumed": "{society}: {who} let {staffNo} log in again. Not expected? Call {phone}.",
  "second-factor-reset":
    "{society}: {who} reset the second factor of {staffNo}, to be set up anew. Not expected? Call {phone}.",
} as const;

export type StaffMessage = keyof typeof texts;

/** What is told by SMS of a change among the staff. */
export const staffMessages: readonly MessageTemplate[] = Object.entries(texts).map(
  ([name, words]) => ({
    name,
    render: (_, params) => ({ subject: params["society"] ?? "", text: fill(words, params) }),
  }),
);
