import * as z from "zod/mini";
import { type Snapshot, statement } from "#server/kernel/platform/database.ts";

const contact = z.object({ society: z.string(), phone: z.string() });
export type SocietyContact = z.infer<typeof contact>;

const findContact = statement({
  name: "society-contact",
  text: "select short_name as society, phone from society",
  row: contact,
});

/** The name and contacts of the society in messages and problems; empty before it is set up. */
export async function societyContact(snapshot: Snapshot): Promise<SocietyContact> {
  return (await snapshot.first(findContact)) ?? { society: "", phone: "" };
}

/** The same for messages written by one statement: its join, and the pairs of its object. */
export const contactInSql = {
  join: "left join society s on true",
  pairs: "'society', coalesce(s.short_name, ''), 'phone', coalesce(s.phone, '')",
} as const;
