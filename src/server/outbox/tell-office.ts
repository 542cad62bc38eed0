import * as z from "zod/mini";
import { statement, type UnitOfWork } from "#server/platform/database.ts";
import { enqueueAll, type Wake } from "./enqueue.ts";
import { societyContact } from "./society-contact.ts";

const findStaff = statement({
  name: "office-to-tell",
  text: `select mobile_number, coalesce((select w.full_name from staff w
      where 'staff:' || w.staff_no = $1), '') as who
    from staff where mobile_number <> '' and suspended_at is null order by id`,
  row: z.object({ mobile_number: z.string(), who: z.string() }),
});

const NEWS_SECONDS = 172_800;

/**
 * Tells everybody of the office by SMS that one of them changed what all rely on, so that nobody
 * does it unnoticed. Called before the change, it names the phone that was known until then.
 */
export async function tellOffice(
  work: UnitOfWork,
  template: string,
  told: Readonly<Record<string, string>>,
  wake: Wake,
): Promise<void> {
  const staff = await work.rows(findStaff, [work.actor]);
  const contact = await societyContact(work);
  await enqueueAll(
    work,
    staff.map(({ mobile_number: recipient, who }) => ({
      channel: "sms",
      template,
      language: "en",
      params: { ...contact, who, ...told },
      recipient,
      lifetimeSeconds: NEWS_SECONDS,
    })),
    wake,
  );
}
