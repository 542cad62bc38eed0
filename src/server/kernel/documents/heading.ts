import * as z from "zod/mini";
import type { Language } from "#shared/language.ts";
import { documentWords } from "#shared/messages/kernel/documents.ts";
import { plainDay } from "#shared/written-days.ts";
import { formatMobileNumber } from "#shared/mobile-number.ts";
import type { MemberScope } from "#server/kernel/http/actor.ts";
import { type Snapshot, statement } from "#server/kernel/platform/database.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { storedDate } from "#server/kernel/platform/row-fields.ts";
import { nairobiTime } from "#server/kernel/platform/nairobi.ts";
import type { Letterhead } from "./statement-document.ts";

const societyHeading = z.object({
  organisation_name: z.string(),
  legal_name: z.string(),
  society_address: z.string(),
  society_phone: z.string(),
  society_email: z.string(),
  accent_hue: z.number(),
  accent_chroma: z.number(),
  logo: z.nullable(z.instanceof(Uint8Array)),
  printed_at: z.date(),
  printed_on: storedDate,
  /** The time of day in Nairobi as Kenyans write it: 9.12. */
  printed_time: z.string(),
});

/** The society and the time, at the head of a document that is about no member. */
export type SocietyHeading = z.infer<typeof societyHeading>;

const heading = z.object({
  ...societyHeading.shape,
  member_id: z.bigint(),
  member_no: z.string(),
  full_name: z.string(),
  mobile_number: z.string(),
  email: z.string(),
  national_id: z.string(),
});

/** Everything above the rows: the society, the member, the statement and its date. */
export type Heading = z.infer<typeof heading>;

const societyColumns = `s.organisation_name, s.legal_name, s.postal_address as society_address,
      s.phone as society_phone, s.email as society_email,
      s.accent_hue::float8, s.accent_chroma::float8, l.content as logo,
      akiba_now() as printed_at, akiba_today() as printed_on,
      ${nairobiTime("akiba_now()")} as printed_time`;

const findSocietyHeading = statement({
  name: "document-society",
  text: `select ${societyColumns}
    from society s left join society_logo l on l.sha256 = s.logo_sha256`,
  row: societyHeading,
});

/** Reads the heading of documents about the whole society. */
export async function readSocietyHeading(snapshot: Snapshot): Promise<SocietyHeading> {
  const found = await snapshot.first(findSocietyHeading);
  if (found === null) throw new Problem("no-such-society");
  return found;
}

const findHeading = statement({
  name: "document-heading",
  text: `select ${societyColumns},
      m.id as member_id, m.member_no, m.full_name, m.mobile_number, m.email, m.national_id
    from member m cross join society s left join society_logo l on l.sha256 = s.logo_sha256
    where m.member_no = $1`,
  row: heading,
});

/** Reads the heading of a member's documents; null where there is no such member. */
export function readHeading(snapshot: Snapshot, { memberNo }: MemberScope) {
  return snapshot.first(findHeading, [memberNo]);
}

/** The society as it appears at the head of its documents. */
export function letterheadOf(found: SocietyHeading): Letterhead {
  const { organisation_name: organisationName, legal_name: legalName } = found;
  const ownName = legalName === organisationName ? [] : [legalName];
  return {
    organisationName,
    address: [...ownName, found.society_address].filter((part) => part !== "").join(". "),
    phone: found.society_phone,
    email: found.society_email,
    accentHue: found.accent_hue,
    accentChroma: found.accent_chroma,
    logo: found.logo,
  };
}

/** The member as each statement names them, in the order of the printed page. */
export function memberHeader(language: Language, found: Heading): [string, string][] {
  const words = documentWords(language).member;
  const printed = `${plainDay(language, found.printed_on)}, ${found.printed_time}`;
  const given = (value: string) => (value === "" ? words.none : value);
  return [
    [words.name, found.full_name],
    [words.memberNo, found.member_no],
    [words.printDate, printed],
    [words.tel, given(formatMobileNumber(found.mobile_number))],
    [words.idNo, given(found.national_id)],
    [words.email, given(found.email)],
  ];
}
