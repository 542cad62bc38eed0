import type { UnitOfWork } from "#server/kernel/platform/database.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import type { CaseRow } from "#server/cases/casework/case-rows.ts";
import { deadlinesFrom, officeCalendar } from "#server/cases/casework/office-calendar.ts";

/** Rejects reopening a case that was not concluded; a case can be reopened only once. */
export function requireReopenable({ state, was_reopened }: CaseRow): void {
  if (state !== "concluded" && state !== "closed") throw new Problem("case-state");
  if (was_reopened) throw new Problem("case-reopened");
}

/** Opens a case again as if it arrived today: all due days start again, without the conclusion. */
export async function startAgain(work: UnitOfWork, { id }: CaseRow): Promise<void> {
  const calendar = await officeCalendar(work);
  const { acknowledgeBy, concludeBy } = deadlinesFrom(calendar, calendar.today);
  await work.run(
    `update member_case set state = 'open', reopened_at = akiba_now(),
        counted_from = akiba_today(), acknowledge_by = $2::date, conclude_by = $3::date,
        tell_by = null, acknowledged_on = null, concluded_on = null, closed_on = null,
        outcome = null, told = null
      where id = $1`,
    [id, acknowledgeBy, concludeBy],
  );
}
