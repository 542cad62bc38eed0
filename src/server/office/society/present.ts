import { fill } from "#shared/language.ts";
import { logoAddress } from "#server/kernel/documents/society-logo.ts";
import type { Notice, Society } from "./queries.ts";

/** The society's settings on the wire. */
export function presentHeader(society: Society) {
  const { logo_sha256: logo, logo_type: type } = society;
  return {
    id: 1,
    organisationName: society.organisation_name,
    shortName: society.short_name,
    legalName: society.legal_name,
    postalAddress: society.postal_address,
    phone: society.phone,
    email: society.email,
    officeHours: society.office_hours,
    officeHoursSw: society.office_hours_sw,
    officePlace: society.office_place,
    officePlaceSw: society.office_place_sw,
    accentHue: society.accent_hue,
    accentChroma: society.accent_chroma,
    ...(logo !== null && type !== null && { logo: logoAddress(logo, type) }),
  } as const;
}

/** A notice on the wire, with the society's phone and e-mail filled in. */
export function presentNotice(notice: Notice) {
  const { number, phone, email } = notice;
  const filled = (text: string) => fill(text, { phone, email });
  return {
    number,
    title: { en: filled(notice.title_en), sw: filled(notice.title_sw) },
    text: { en: filled(notice.text_en), sw: filled(notice.text_sw) },
  };
}
