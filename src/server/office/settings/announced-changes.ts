import type { SocietyField } from "#shared/contract/office/settings.ts";

/** The fields by which members recognise a message or a page as the society's. */
const recognised: ReadonlySet<string> = new Set<SocietyField>([
  "organisationName",
  "shortName",
  "phone",
  "email",
]);

/** Whether a change of the society's particulars is announced to all staff. */
export function isAnnounced({ field }: { readonly field: string }): boolean {
  return recognised.has(field);
}
