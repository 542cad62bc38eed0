import * as z from "zod/mini";
import { STAFF_LANGUAGE } from "#shared/language.ts";
import { type Snapshot, statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import { enqueueAll, type Notify } from "./enqueue.ts";
import { societyContact } from "./society-contact.ts";

/** How long a person is still notified of the office's actions after their last day at work. */
const TOLD_HOURS = 72;

const findStaff = statement({
  name: "office-to-tell",
  text: `select s.mobile_number from staff s left join login l on l.staff_id = s.id
    where s.mobile_number <> '' and ('staff:' || s.staff_no = $1 or l.id is not null and (
      s.suspended_at is null
      or s.suspended_at > akiba_now() - interval '${TOLD_HOURS} hours'
      or l.last_signed_in_at > akiba_now() - interval '${TOLD_HOURS} hours'
      or exists (select from session e where e.login_id = l.id
        and e.last_seen_at > akiba_now() - interval '${TOLD_HOURS} hours')))
    order by s.id`,
  row: z.object({ mobile_number: z.string() }),
});

/**
 * Returns the mobile numbers of everybody who is notified of the office's actions: all staff,
 * including those suspended within the last 72 hours, so that a suspension cannot hide news from a
 * person; and the person concerned, named as an actor.
 */
async function officeToTell(snapshot: Snapshot, about = ""): Promise<string[]> {
  const found = await snapshot.rows(findStaff, [about]);
  return [...new Set(found.map(({ mobile_number: number }) => number))];
}

const findName = statement({
  name: "office-name-of",
  text: `select coalesce(
      (select full_name from staff where 'staff:' || staff_no = $1), $1) as name`,
  row: z.object({ name: z.string() }),
});

/** Returns the name of a person of the office, named as an actor; for others the actor itself. */
export async function officeName(snapshot: Snapshot, actor: string): Promise<string> {
  return (await snapshot.first(findName, [actor]))?.name ?? actor;
}

/**
 * Notifies all staff by SMS of an action by one of them. Call it before the change is written, so
 * that the text names the society's phone number as it was until then. `told` fills the
 * placeholders of the text, besides the society's contacts and the actor's name in `who`.
 */
export function notifyOffice(
  work: UnitOfWork,
  template: string,
  told: Readonly<Record<string, string>>,
  notify: Notify,
): Promise<void> {
  return notifyOfficeAbout(work, "", { template, told }, notify);
}

interface News {
  readonly template: string;
  readonly told: Readonly<Record<string, string>>;
}

/** Everybody of the office, and the person concerned, named as an actor. */
export async function notifyOfficeAbout(
  work: UnitOfWork,
  about: string,
  { template, told }: News,
  notify: Notify,
): Promise<void> {
  const numbers = await officeToTell(work, about);
  const who = await officeName(work, work.actor);
  const params = { ...(await societyContact(work)), who, ...told };
  const message = { template, language: STAFF_LANGUAGE, params } as const;
  await enqueueAll(
    work,
    numbers.map((recipient) => ({ ...message, recipient })),
    notify,
  );
}
