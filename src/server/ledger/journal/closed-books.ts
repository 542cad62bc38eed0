import * as z from "zod/mini";
import type { CalendarDate } from "#shared/calendar-date.ts";
import { type Snapshot, statement, violatedConstraint } from "#server/kernel/platform/database.ts";
import { Problem, fieldProblem } from "#server/kernel/platform/problem.ts";

const findClosed = statement({
  name: "ledger-closed-until",
  text: "select until from books_closed",
  row: z.object({ until: z.nullable(z.string()) }),
});

/**
 * The SELECT of the month to be closed next, the day it ends, and whether it is due: the one after
 * the last that was closed. Where none was, it is the last that has ended, and closes all before.
 */
export const monthDueInSql = `select to_char(m.month, 'YYYY-MM') as month,
      (m.month + interval '1 month - 1 day')::date as ends,
      m.month + interval '1 month' <= akiba_today()
        and not exists (select from month_close c
          where c.month = m.month and c.state not in ('withdrawn', 'reopened')) as is_due
    from (
      select coalesce(b.until + 1, date_trunc('month', akiba_today()) - interval '1 month')::date
        as month
      from books_closed b
    ) m`;

/** Up to which day the books take no more entries; null where no month is closed. */
export async function closedUntil(snapshot: Snapshot): Promise<CalendarDate | null> {
  return ((await snapshot.first(findClosed))?.until ?? null) as CalendarDate | null;
}

const findDay = statement({
  name: "ledger-value-day",
  text: `select coalesce($1::date, akiba_today()) as day,
      coalesce($1::date > akiba_today(), false) as is_future,
      coalesce($1::date <= until, false) as is_closed
    from (select max(until) as until from books_closed) closed`,
  row: z.object({
    day: z.string(),
    is_future: z.boolean(),
    is_closed: z.boolean(),
  }),
});

/**
 * Returns the day from which money received at the office counts: today when none is given. Throws
 * beside the field for a day that is still to come, or whose month is closed.
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
  return found.day as CalendarDate;
}

/**
 * Writes entries that may be dated back. The database holds them against the day up to which the
 * books are closed, also against a close that goes on beside; refuses with `month-closed`.
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
