import type { CalendarDate } from "#shared/calendar-date.ts";
import { holidaysOf } from "#shared/public-holidays.ts";
import { recountDeadlines } from "#server/cases/casework/deadlines.ts";
import { officeCalendar } from "#server/cases/casework/office-calendar.ts";
import type { UnitOfWork } from "#server/kernel/platform/database.ts";
import { Problem } from "#server/kernel/platform/problem.ts";

interface NewHoliday {
  readonly day: CalendarDate;
  readonly name: { readonly en: string; readonly sw: string };
}

/** Adds a gazetted holiday, once; returns the number of cases whose due day changes. */
export async function addHoliday(work: UnitOfWork, { day, name }: NewHoliday): Promise<number> {
  const { holidays } = await officeCalendar(work);
  if (holidaysOf(Number(day.slice(0, 4)), holidays).has(day)) throw new Problem("holiday-known");
  const written = await work.run(
    `insert into gazetted_holiday (day, name_en, name_sw, added_by) values ($1::date, $2, $3, $4)
      on conflict (day) where removed_at is null do nothing`,
    [day, name.en, name.sw, work.actor],
  );
  if (written === 0) throw new Problem("holiday-known");
  const moved = await recountDeadlines(work, day);
  work.audit({ action: "holiday-added", subject: `holiday:${day}`, detail: { name, moved } });
  return moved;
}

/** Removes a holiday that was added by mistake. */
export async function removeHoliday(work: UnitOfWork, day: CalendarDate): Promise<number> {
  const removed = await work.run(
    `update gazetted_holiday set removed_by = $2, removed_at = akiba_now()
      where day = $1::date and removed_at is null`,
    [day, work.actor],
  );
  if (removed === 0) throw new Problem("no-such-holiday");
  const moved = await recountDeadlines(work, day);
  work.audit({ action: "holiday-removed", subject: `holiday:${day}`, detail: { moved } });
  return moved;
}
