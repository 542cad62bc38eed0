import * as z from "zod/mini";
import type { CalendarDate } from "#shared/calendar-date.ts";
import { type Snapshot, statement } from "./database.ts";
import { storedDate } from "./row-fields.ts";

const findToday = statement({
  name: "today",
  text: "select akiba_today() as today",
  row: z.object({ today: storedDate }),
});

/** Today in Nairobi, by the database's clock. */
export async function readToday(snapshot: Snapshot): Promise<CalendarDate> {
  const found = await snapshot.first(findToday);
  if (found === null) throw new Error("the database does not tell the day");
  return found.today;
}
