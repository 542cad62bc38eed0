import * as z from "zod/mini";
import { type Snapshot, statement } from "#server/kernel/platform/database.ts";

const findNames = statement({
  name: "holiday-names",
  text: `select to_char(day, 'YYYY-MM-DD') as day, null::int as from_year, null::int as until_year,
      name_en, name_sw from gazetted_holiday where removed_at is null
    union all
    select to_char(month, 'FM00') || '-' || to_char(day, 'FM00'), from_year, until_year,
      name_en, name_sw from yearly_holiday
    order by 1`,
  row: z.object({
    /** A day, or the month and day of every year. */
    day: z.string(),
    from_year: z.nullable(z.int()),
    until_year: z.nullable(z.int()),
    name_en: z.string(),
    name_sw: z.string(),
  }),
});

export type HolidayName = z.infer<typeof findNames.row>;

/** The names of holidays: gazetted ones by day, yearly ones by month and day. */
export function holidayNames(snapshot: Snapshot): Promise<HolidayName[]> {
  return snapshot.rows(findNames);
}
