import * as z from "zod/mini";
import type { CalendarDate } from "#shared/calendar-date.ts";
import { caseDays } from "#shared/case-deadlines.ts";
import type { Holidays } from "#shared/public-holidays.ts";
import { type WorkingCalendar, workingCalendar } from "#shared/working-days.ts";
import { type Snapshot, statement } from "#server/kernel/platform/database.ts";
import { storedDate } from "#server/kernel/platform/row-fields.ts";

const findHolidays = statement({
  name: "office-holidays",
  text: `select akiba_today() as today,
      coalesce((select jsonb_agg(jsonb_build_object('month', month, 'day', day,
        'fromYear', from_year, 'untilYear', until_year)) from yearly_holiday), '[]') as yearly,
      coalesce((select jsonb_agg(to_char(day, 'YYYY-MM-DD')) from gazetted_holiday
        where removed_at is null), '[]') as gazetted`,
  row: z.object({
    today: storedDate,
    yearly: z.array(
      z.object({
        month: z.int(),
        day: z.int(),
        fromYear: z.int(),
        untilYear: z.nullable(z.int()),
      }),
    ),
    gazetted: z.array(storedDate),
  }),
});

/** The working days of the office, with today in Nairobi. */
export interface OfficeCalendar extends WorkingCalendar {
  readonly today: CalendarDate;
  readonly holidays: Holidays;
}

/** Reads the current holidays. */
export async function officeCalendar(snapshot: Snapshot): Promise<OfficeCalendar> {
  const found = await snapshot.first(findHolidays);
  if (found === null) throw new Error("the database tells no holidays");
  const { today, ...holidays } = found;
  return { ...workingCalendar(holidays), today, holidays };
}

/** Returns when the first two steps are due for a case that arrived on a day. */
export function deadlinesFrom({ add }: WorkingCalendar, day: CalendarDate) {
  return {
    acknowledgeBy: add(day, caseDays.acknowledge),
    concludeBy: add(day, caseDays.conclude),
  };
}
