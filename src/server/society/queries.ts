import * as z from "zod/mini";
import { type Snapshot, statement } from "#server/platform/database.ts";

const society = z.object({
  organisation_name: z.string(),
  short_name: z.string(),
  legal_name: z.string(),
  postal_address: z.string(),
  phone: z.string(),
  email: z.string(),
  office_hours: z.string(),
  office_place: z.string(),
  accent_hue: z.number(),
  accent_chroma: z.number(),
});

export type Society = z.infer<typeof society>;

const findSociety = statement({
  name: "society",
  text: `select organisation_name, short_name, legal_name, postal_address, phone, email,
      office_hours, office_place, accent_hue::float8, accent_chroma::float8 from society`,
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
    from notice n cross join society s order by n.number`,
  row: notice,
});

/** The society's notices in their order, with what fills their places. */
export function societyNotices(snapshot: Snapshot): Promise<Notice[]> {
  return snapshot.rows(findNotices);
}
