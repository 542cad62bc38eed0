import { fill } from "#shared/language.ts";
import type { Notice, Society } from "./queries.ts";

/** The society's settings on the wire. */
export function presentHeader(society: Society) {
  return {
    id: 1,
    organisationName: society.organisation_name,
    shortName: society.short_name,
    legalName: society.legal_name,
    postalAddress: society.postal_address,
    phone: society.phone,
    email: society.email,
    officeHours: society.office_hours,
    officePlace: society.office_place,
    accentHue: society.accent_hue,
    accentChroma: society.accent_chroma,
  } as const;
}

/** A notice on the wire, the society's phone and e-mail in their places. */
export function presentNotice(notice: Notice) {
  const { number, phone, email } = notice;
  const filled = (text: string) => fill(text, { phone, email });
  return {
    number,
    title: { en: filled(notice.title_en), sw: filled(notice.title_sw) },
    text: { en: filled(notice.text_en), sw: filled(notice.text_sw) },
  };
}
