import type { Language } from "#shared/language.ts";
import type { MemberScope } from "#server/kernel/http/actor.ts";
import { type Heading, readHeading } from "#server/kernel/documents/heading.ts";
import type { Snapshot } from "#server/kernel/platform/database.ts";
import { heardSections } from "./heard-sections.ts";
import { lendingSections } from "./lending-sections.ts";
import { moneySections } from "./money-sections.ts";
import { registerSections } from "./register-sections.ts";
import { type PersonalSection, type ReadSection, readSection } from "./section.ts";

/**
 * All that is held on a member, part by part, in the order in which they are given it. A table that
 * is about members stands here or below; a test reads the schema and finds one that does not.
 */
export const everySection: readonly PersonalSection[] = [
  ...registerSections,
  ...moneySections,
  ...lendingSections,
  ...heardSections,
];

/** Tables that are about members and not given out, each with the reason. */
export const leftOut: Readonly<Record<string, string>> = {
  case_author: "whose an unnamed case is, which its own page alone may tell",
  case_breach: "of which day that passed the office was told, no words of the member",
  recorded_alone: "sums that each of the office recorded on a day, no member's",
  alert: "problems that the portal noticed by itself, about no member",
  staff_invitation: "how the office's people come in, no member's",
  second_factor: "sealed secrets of the office's logins",
  second_factor_enrolment: "sealed secrets of the office's logins",
  recovery_code: "hashes of codes of the office's logins",
  pending_session: "a sign-in of the office that waits for its second factor, for minutes",
  member_word: "the words of the name once more, to search by",
  society: "the society's own address, no member's",
};

/** What was read of a member, with the heading of their papers. */
export interface PersonalRecord {
  readonly heading: Heading;
  readonly language: Language;
  readonly sections: readonly ReadSection[];
}

/** Reads all that is held on a member, seen at one moment; null where there is no such member. */
export async function readEverything(
  snapshot: Snapshot,
  scope: MemberScope,
  language: Language,
): Promise<PersonalRecord | null> {
  const heading = await readHeading(snapshot, scope);
  if (heading === null) return null;
  const sections: ReadSection[] = [];
  for (const section of everySection) {
    sections.push(await readSection(snapshot, section, heading.member_id));
  }
  return { heading, language, sections };
}
