import * as z from "zod/mini";
import type { CalendarDate } from "#shared/calendar-date.ts";
import { caseDays } from "#shared/case-deadlines.ts";
import { statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import { storedDate } from "#server/kernel/platform/row-fields.ts";
import { deadlinesFrom, officeCalendar } from "./office-calendar.ts";

// Only open cases whose due period includes the day can change.
const lockRunning = statement({
  name: "case-deadlines-lock",
  text: `select id, counted_from, concluded_on from member_case
    where state <> 'closed' and counted_from < $1::date
      and greatest(conclude_by, tell_by) >= $1::date - 10
    order by id for no key update`,
  row: z.object({
    id: z.bigint(),
    counted_from: storedDate,
    concluded_on: z.nullable(storedDate),
  }),
});

/**
 * Recalculates due days of waiting cases after a holiday was added or removed. Returns how many
 * changed.
 */
export async function recountDeadlines(work: UnitOfWork, day: CalendarDate): Promise<number> {
  const running = await work.rows(lockRunning, [day]);
  const calendar = await officeCalendar(work);
  const due = running.map(({ id, counted_from, concluded_on }) => ({
    id,
    ...deadlinesFrom(calendar, counted_from),
    tellBy: concluded_on && calendar.add(concluded_on, caseDays.tell),
  }));
  return work.run(
    `update member_case c set acknowledge_by = d.acknowledge_by, conclude_by = d.conclude_by,
        tell_by = d.tell_by
      from unnest($1::bigint[], $2::date[], $3::date[], $4::date[])
        as d (id, acknowledge_by, conclude_by, tell_by)
      where c.id = d.id and (c.acknowledge_by, c.conclude_by, c.tell_by)
        is distinct from (d.acknowledge_by, d.conclude_by, d.tell_by)`,
    [
      due.map(({ id }) => id),
      due.map(({ acknowledgeBy }) => acknowledgeBy),
      due.map(({ concludeBy }) => concludeBy),
      due.map(({ tellBy }) => tellBy),
    ],
  );
}
