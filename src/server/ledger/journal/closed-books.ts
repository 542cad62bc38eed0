import * as z from "zod/mini";
import type { CalendarDate } from "#shared/calendar-date.ts";
import { type Snapshot, statement, violatedConstraint } from "#server/kernel/platform/database.ts";
import { storedDate } from "#server/kernel/platform/row-fields.ts";
import { Problem, fieldProblem } from "#server/kernel/platform/problem.ts";

const findClosed = statement({
  name: "ledger-closed-until",
  text: "select until from books_closed",
  row: z.object({ until: z.nullable(storedDate) }),
});

/**
 * Returns the last day of the closed months, which accept no more entries; null if no month is
 * closed.
 */
export async function closedUntil(snapshot: Snapshot): Promise<CalendarDate | null> {
  return (await snapshot.first(findClosed))?.until ?? null;
}

const findDay = statement({
  name: "ledger-value-day",
  text: `select coalesce($1::date, akiba_today()) as day,
      coalesce($1::date > akiba_today(), false) as is_future,
      coalesce($1::date <= until, false) as is_closed
    from (select max(until) as until from books_closed) closed`,
  row: z.object({
    day: storedDate,
    is_future: z.boolean(),
    is_closed: z.boolean(),
  }),
});

/**
 * Returns the value date of money received at the office: today if none is given. Throws a problem
 * on the field for a day in the future or in a closed month.
 */
export async function valueDay(
  snapshot: Snapshot,
  field: string,
  given: CalendarDate | undefined,
): Promise<CalendarDate> {
  const found = await snapshot.first(findDay, [given ?? null]);
  if (found === null) throw new Error("the database tells no day");
  if (found.is_future) throw fieldProblem(field, "date.to-come");
  if (found.is_closed) throw fieldProblem(field, "date.closed");
  return found.day;
}

/**
 * Writes entries that may be backdated. The database checks them against the last closed day, even
 * while a close runs concurrently. Throws `month-closed`.
 */
export async function inOpenBooks<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (violatedConstraint(error) === "journal_entry_in_open_month") {
      throw new Problem("month-closed");
    }
    throw error;
  }
}
