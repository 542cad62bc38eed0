import { Problem } from "#server/kernel/platform/problem.ts";
import type { CaseRow } from "#server/cases/casework/case-rows.ts";
import { deadlinesFrom, type OfficeCalendar } from "#server/cases/casework/office-calendar.ts";

/** Rejects reopening a case that was not concluded; a case can be reopened only once. */
export function requireReopenable({ state, was_reopened }: CaseRow): void {
  if (state !== "concluded" && state !== "closed") throw new Problem("case-state");
  if (was_reopened) throw new Problem("case-reopened");
}

/** Opens a case again, without its conclusion; $1 is the case, $2 and $3 are its new due days. */
export const reopenInSql = `update member_case set state = 'open', reopened_at = akiba_now(),
    counted_from = akiba_today(), acknowledge_by = $2::date, conclude_by = $3::date,
    tell_by = null, acknowledged_on = null, concluded_on = null, closed_on = null,
    outcome = null, told = null
  where id = $1`;

/** Returns the due days of a case that is reopened: all start again, as if it arrived today. */
export const dueDaysOfReopened = (calendar: OfficeCalendar) =>
  deadlinesFrom(calendar, calendar.today);
