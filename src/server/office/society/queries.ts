import * as z from "zod/mini";
import { type Snapshot, statement } from "#server/kernel/platform/database.ts";

const society = z.object({
  organisation_name: z.string(),
  short_name: z.string(),
  legal_name: z.string(),
  postal_address: z.string(),
  phone: z.string(),
  email: z.string(),
  office_hours: z.string(),
  office_hours_sw: z.string(),
  office_place: z.string(),
  office_place_sw: z.string(),
  accent_hue: z.number(),
  accent_chroma: z.number(),
  logo_sha256: z.nullable(z.string()),
  logo_type: z.nullable(z.enum(["image/png", "image/jpeg"])),
});

export type Society = z.infer<typeof society>;

const findSociety = statement({
  name: "society",
  text: `select s.organisation_name, s.short_name, s.legal_name, s.postal_address, s.phone, s.email,
      s.office_hours, s.office_hours_sw, s.office_place, s.office_place_sw,
      s.accent_hue::float8, s.accent_chroma::float8, s.logo_sha256, l.media_type as logo_type
    from society s left join society_logo l on l.sha256 = s.logo_sha256`,
  row: society,
});

/** The society's settings, or null before it is set up. */
export function societySettings(snapshot: Snapshot): Promise<Society | null> {
  return snapshot.first(findSociety);
}

const notice = z.object({
  number: z.int(),
  title_en: z.string(),
  title_sw: z.string(),
  text_en: z.string(),
  text_sw: z.string(),
  phone: z.string(),
  email: z.string(),
});

export type Notice = z.infer<typeof notice>;

const findNotices = statement({
  name: "notices",
  text: `select n.number, n.title_en, n.title_sw, n.text_en, n.text_sw, s.phone, s.email
    from notice n cross join society s
    where n.withdrawn_at is null and coalesce(n.published_from <= akiba_today(), true)
      and coalesce(n.published_until >= akiba_today(), true)
    order by n.number`,
  row: notice,
});

/** The notices published today, in order, with the values of their placeholders. */
export function societyNotices(snapshot: Snapshot): Promise<Notice[]> {
  return snapshot.rows(findNotices);
}
