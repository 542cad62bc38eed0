import type { CalendarDate } from "#shared/calendar-date.ts";
import type { ClockStep } from "#shared/case-deadlines.ts";
import { formatCaseNumber } from "#shared/case-number.ts";
import type { WorkingCalendar } from "#shared/working-days.ts";
import type { CaseRow } from "./case-rows.ts";

interface Counting extends Pick<WorkingCalendar, "between"> {
  readonly today: CalendarDate;
}

/** The days until something is due, and whether it is late, as `isLateCase` decides in SQL. */
function presentDue({ between, today }: Counting, due: CalendarDate | null) {
  if (due === null) return { due: "", late: false };
  return { due, late: due < today, left: between(today, due) };
}

/** The fields of a case in every list. */
export function presentCase(row: CaseRow, counting: Counting) {
  return {
    caseNo: formatCaseNumber(row.id),
    kind: row.kind,
    anonymous: row.is_anonymous,
    state: row.state,
    suggestion: row.text,
    postedOn: row.posted_on,
    ...presentDue(counting, row.due_on),
  };
}

/** The clock of a case as three steps: when each is due, and when it was taken. */
function presentClock(row: CaseRow, counting: Counting) {
  const steps: readonly [ClockStep, CalendarDate | null, CalendarDate | null][] = [
    ["acknowledge", row.acknowledge_by, row.acknowledged_on],
    ["conclude", row.conclude_by, row.concluded_on],
    ["tell", row.tell_by, row.closed_on],
  ];
  return steps.map(([step, due, done]) => {
    if (done === null) return { step, done: "", ...presentDue(counting, due) };
    return { step, done, due: due ?? "", late: due !== null && due < done };
  });
}

/** A whole case, except its messages. */
export function presentWhole(row: CaseRow, counting: Counting) {
  return {
    ...presentCase(row, counting),
    clock: presentClock(row, counting),
    outcome: row.outcome ?? ("" as const),
    reopened: row.was_reopened,
  };
}
