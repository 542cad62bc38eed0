import * as z from "zod/mini";
import type { CalendarDate } from "#shared/calendar-date.ts";
import { type Snapshot, statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import { storedDate } from "#server/kernel/platform/row-fields.ts";

const drawNumber = statement({
  name: "registration-draw-number",
  text: "select draw_member_no() as member_no",
  row: z.object({ member_no: z.string() }),
});

/**
 * Draws the next member number of the society's series. No other transaction can draw one, or
 * register a member, until the unit of work ends.
 */
export async function drawMemberNo(work: UnitOfWork): Promise<string> {
  const drawn = await work.first(drawNumber);
  if (drawn === null) throw new Error("no member number was drawn");
  return drawn.member_no;
}

const findSaving = statement({
  name: "registration-saving",
  text: "select id, full_name from member where member_no = $1 and membership <> 'left'",
  row: z.object({ id: z.bigint(), full_name: z.string() }),
});

/** Returns a member whose opening savings can be posted; null if the member has left. */
export function savingMember(snapshot: Snapshot, memberNo: string) {
  return snapshot.first(findSaving, [memberNo]);
}

const findOpenDay = statement({
  name: "registration-open-day",
  text: `select case when $1::date > coalesce(until, '-infinity') then $1::date
      else akiba_today() end as day
    from (select max(until) as until from books_closed) closed`,
  row: z.object({ day: storedDate }),
});

/** Returns the value date: the day the money was received, or today if that day is closed. */
export async function openDay(snapshot: Snapshot, received: CalendarDate): Promise<CalendarDate> {
  return (await snapshot.first(findOpenDay, [received]))?.day ?? received;
}
