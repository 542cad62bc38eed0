import type { Language } from "#shared/language.ts";
import type { MemberScope } from "#server/kernel/http/actor.ts";
import { type Heading, readHeading } from "#server/kernel/documents/heading.ts";
import type { Snapshot } from "#server/kernel/platform/database.ts";
import { caseSections } from "./case-sections.ts";
import { lendingSections } from "./lending-sections.ts";
import { moneySections } from "./money-sections.ts";
import { payoutSections } from "./payout-sections.ts";
import { registerSections } from "./register-sections.ts";
import { type PersonalSection, type ReadSection, readSection } from "./section.ts";

/**
 * All personal data of a member, in the order of the export. Every table about members must be in
 * a section, or in the list of the test that compares this with the schema.
 */
export const everySection: readonly PersonalSection[] = [
  ...registerSections,
  ...moneySections,
  ...payoutSections,
  ...lendingSections,
  ...caseSections,
];

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
