import type { Language } from "#shared/language.ts";
import type { MemberScope } from "#server/kernel/http/actor.ts";
import { type Heading, readHeading } from "#server/kernel/documents/heading.ts";
import type { Snapshot } from "#server/kernel/platform/database.ts";
import { caseSections } from "./case-sections.ts";
import { lendingSections } from "./lending-sections.ts";
import { moneySections } from "./money-sections.ts";
import { registerSections } from "./register-sections.ts";
import { type PersonalSection, type ReadSection, readSection } from "./section.ts";

/**
 * Everything held on a member, section by section, in the order of the copy. Every table about
 * members must be listed here or below; a test compares this with the schema.
 */
export const everySection: readonly PersonalSection[] = [
  ...registerSections,
  ...moneySections,
  ...lendingSections,
  ...caseSections,
];

/** Tables about members that are not in the copy, each with the reason. */
export const leftOut: Readonly<Record<string, string>> = {
  case_author: "the author of an unnamed case, which only the author's page may show",
  case_breach: "overdue steps the office was notified of, nothing the member wrote",
  recorded_alone: "totals that each member of staff recorded on a day",
  alert: "problems that the system detected, about no member",
  staff_invitation: "invitations of staff",
  second_factor: "encrypted secrets of staff logins",
  second_factor_enrolment: "encrypted secrets of staff logins",
  recovery_code: "hashes of recovery codes of staff logins",
  pending_session: "staff sign-ins that wait a few minutes for the second factor",
  member_word: "the words of the name again, as a search index",
  society: "the society's own address",
};

/** The personal data of a member, with the heading of the document. */
export interface PersonalRecord {
  readonly heading: Heading;
  readonly language: Language;
  readonly sections: readonly ReadSection[];
}

/** Reads everything held on a member in one snapshot; null if there is no such member. */
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
