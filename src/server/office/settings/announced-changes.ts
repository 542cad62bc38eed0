import type { SocietyField } from "#shared/contract/office/settings.ts";

/** The fields by which members recognise the society, and the account that it pays from. */
const announced: ReadonlySet<string> = new Set<SocietyField>([
  "organisationName",
  "shortName",
  "phone",
  "email",
  "debitAccount",
]);

/** Whether a change of the society's particulars is announced to all staff. */
export function isAnnounced({ field }: { readonly field: string }): boolean {
  return announced.has(field);
}
