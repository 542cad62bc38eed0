import * as z from "zod/mini";
import type { Identification } from "#shared/contract/members/contact-changes.ts";
import { languages } from "#shared/language.ts";
import { enqueueAll, type Notify } from "#server/messaging/outbox/enqueue.ts";
import { societyContact } from "#server/messaging/outbox/society-contact.ts";
import { replaceNextOfKin } from "./next-of-kin.ts";
import { type Database, statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import { nairobiDayText, nairobiTime } from "#server/kernel/platform/nairobi.ts";

/** The messages to both numbers; the slice provides the texts. */
export type ContactMessage =
  | "contact-change-asked"
  | "contact-change-approved"
  | "contact-change-in-force"
  | "contact-change-ended"
  | "contact-details-asked"
  | "contact-details-in-force";

const changeRow = z.object({
  id: z.bigint(),
  member_id: z.bigint(),
  old_mobile_number: z.string(),
  mobile_number: z.string(),
  email: z.string(),
  residence: z.string(),
  next_of_kin: z.array(z.string()),
  language: z.enum(languages),
  held_date: z.string(),
  held_time: z.string(),
});

const columns = `c.id, c.member_id, c.old_mobile_number, c.mobile_number, c.email, c.residence,
  c.next_of_kin, m.language,
  coalesce(${nairobiDayText("c.held_until")}, '') as held_date,
  coalesce(${nairobiTime("c.held_until")}, '') as held_time`;

const findChange = statement({
  name: "contact-change-told",
  text: `select ${columns} from contact_change_request c join member m on m.id = c.member_id
    where c.id = $1`,
  row: changeRow,
});

/** Notifies the old and the new number of a change; if only the e-mail changes, the one number. */
export async function notifyBothNumbers(
  work: UnitOfWork,
  id: bigint,
  template: ContactMessage,
  notify: Notify,
): Promise<void> {
  const change = await work.first(findChange, [id]);
  if (change === null) throw new Error(`there is no contact change ${id}`);
  const contact = await societyContact(work);
  const { language, held_date: date, held_time: time } = change;
  // Only the end of the new number, so that its owner recognises it and others learn little.
  const ends = change.mobile_number.slice(-3);
  const params = { ...contact, date, time, ends };
  const numbers = new Set([change.old_mobile_number, change.mobile_number]);
  numbers.delete("");
  const common = {
    template,
    language,
    params,
  } as const;
  await enqueueAll(
    work,
    [...numbers].map((recipient) => ({ ...common, recipient })),
    notify,
  );
}

export interface AskedChange {
  readonly memberId: bigint;
  /** Empty if unchanged. */
  readonly mobileNumber: string;
  readonly email: string;
  readonly residence?: string;
  /** The complete list, which replaces the current one; empty or left out if unchanged. */
  readonly nextOfKin?: readonly string[];
  readonly askedBy: string;
  readonly reason: string;
  /** How staff checked the requester's identity; left out if the member requests it. */
  readonly identifiedBy?: Identification;
}

const ask = statement({
  name: "contact-change-ask",
  text: `insert into contact_change_request (member_id, mobile_number, email, residence,
      next_of_kin, old_mobile_number, old_email, asked_by, asked_because, identified_by)
    select m.id, $2, $3, $4, $5::text[], m.mobile_number, m.email, $6, $7, $8
    from member m where m.id = $1
    returning id`,
  row: z.object({ id: z.bigint() }),
});

/** Records a requested change, which replaces an earlier request, and sends the notifications. */
export async function requestChange(
  work: UnitOfWork,
  change: AskedChange,
  notify: Notify,
): Promise<bigint> {
  const { memberId, mobileNumber, askedBy } = change;
  await work.run("select from member where id = $1 for update", [memberId]);
  await work.run(
    `update contact_change_request set state = 'cancelled', ended_by = $2,
        ended_at = akiba_now(), ended_because = 'replaced by a newer request'
      where member_id = $1 and state = 'requested'`,
    [memberId, askedBy],
  );
  const asked = await work.first(ask, [
    memberId,
    mobileNumber,
    change.email,
    change.residence ?? "",
    change.nextOfKin ?? [],
    askedBy,
    change.reason,
    change.identifiedBy ?? "",
  ]);
  if (asked === null) throw new Error(`there is no member ${memberId}`);
  if (mobileNumber !== "") await notifyBothNumbers(work, asked.id, "contact-change-asked", notify);
  return asked.id;
}

const takeDue = statement({
  name: "contact-change-take-due",
  // Not while a reset holds payments: the person who reset the password may be the requester.
  text: `with due as (
      select c.id from contact_change_request c join member m on m.id = c.member_id
      where c.state = 'approved' and c.held_until <= akiba_now()
        and coalesce(payouts_held_until(m.member_no) <= akiba_now(), true)
        -- A member of staff has taken these details since; the office decides on the change.
        and not exists (select from staff s where (s.member_id is null or s.member_id <> m.id)
          and (c.mobile_number <> '' and s.mobile_number = c.mobile_number
            or c.email <> '' and lower(s.email) = lower(c.email))
          and not (s.member_id is null and s.link_approval is null and akiba_same_person(
            s.national_id, s.mobile_number, m.national_id,
            coalesce(nullif(c.mobile_number, ''), m.mobile_number))))
      order by c.held_until, c.id limit 1
      for update of c, m skip locked
    ), taken as (
      update contact_change_request c set state = 'in-force', in_force_at = akiba_now()
      from due where c.id = due.id returning c.*
    )
    select ${columns} from taken c join member m on m.id = c.member_id`,
  row: changeRow,
});

/** Cancels payouts on their way to a number that is no longer the member's; passed in. */
export type NumberChanged = (work: UnitOfWork, memberId: bigint) => Promise<void>;

export interface AfterChange {
  readonly onNumberChanged: NumberChanged;
  readonly notify: Notify;
}

const laterNominees = statement({
  name: "contact-change-later-nominees",
  text: `select n.id from contact_change_request c join nominee_change n using (member_id)
    where c.id = $1 and n.changed_at > c.asked_at limit 1`,
  row: z.object({ id: z.bigint() }),
});

/**
 * Applies one change whose hold is over and returns whether there was one. A new number is
 * unconfirmed, and codes sent to the old one are void.
 */
async function applyNext(
  work: UnitOfWork,
  { onNumberChanged, notify }: AfterChange,
): Promise<boolean> {
  const change = await work.first(takeDue);
  if (change === null) return false;
  const { id, member_id: memberId, mobile_number: mobile, email } = change;
  await work.run(
    `update member set email = case when $3 = '' then email else $3 end,
        mobile_number = case when $2 = '' then mobile_number else $2 end,
        mobile_confirmed_at = case when $2 = '' then mobile_confirmed_at end,
        residence = case when $4 = '' then residence else $4 end
      where id = $1`,
    [memberId, mobile, email, change.residence],
  );
  // A list that the member has since confirmed by a code is newer than the office's request.
  const isOlder = (await work.first(laterNominees, [id])) !== null;
  if (change.next_of_kin.length > 0 && !isOlder) {
    const kin = change.next_of_kin.map((fullName) => ({ fullName }));
    await replaceNextOfKin(work, memberId, kin);
  }
  if (mobile === "") {
    await notifyBothNumbers(work, id, "contact-details-in-force", notify);
  } else {
    await work.run(
      `update otp set replaced_at = akiba_now()
        where member_no = (select member_no from member where id = $1)
          and used_at is null and replaced_at is null`,
      [memberId],
    );
    await onNumberChanged(work, memberId);
    await notifyBothNumbers(work, id, "contact-change-in-force", notify);
  }
  const detail = change.next_of_kin.length > 0 && isOlder ? { nominees: "kept" } : {};
  work.audit({ action: "contact-change-in-force", subject: `contact-change:${id}`, detail });
  return true;
}

/** Applies every change whose hold is over, one at a time, and returns how many. */
export async function applyDueChanges(database: Database, after: AfterChange): Promise<number> {
  const next = () => database.unitOfWork("contact-changes", (work) => applyNext(work, after));
  let applied = 0;
  while (await next()) applied += 1;
  return applied;
}
