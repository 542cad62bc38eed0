import * as z from "zod/mini";
import type { CalendarDate } from "#shared/calendar-date.ts";
import { type Snapshot, statement, violatedConstraint } from "#server/platform/database.ts";
import { Refusal } from "#server/platform/refusal.ts";

const findClosed = statement({
  name: "ledger-closed-until",
  text: "select until from books_closed",
  row: z.object({ until: z.nullable(z.string()) }),
});

/** Up to which day the books take no more entries; null where no month is closed. */
export async function closedUntil(snapshot: Snapshot): Promise<CalendarDate | null> {
  return ((await snapshot.first(findClosed))?.until ?? null) as CalendarDate | null;
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
      throw new Refusal("month-closed");
    }
    throw error;
  }
}
