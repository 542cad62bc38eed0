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
 * The SELECT of the next month to close, its last day, and whether it is due. That is the month
 * after the last one closed. If none was closed, it is the last month that has ended, and closing
 * it closes all before it.
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

/** Returns the last day that takes no more entries; null if no month is closed. */
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
 * Returns the value date of money received at the office: today when none is given. Throws a
 * problem on the field for a day in the future or in a closed month.
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
