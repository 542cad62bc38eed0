import { formatCaseNumber } from "#shared/case-number.ts";
import { presentCase, presentWhole } from "#server/cases/casework/case-clock.ts";
import { presentStep } from "#server/cases/casework/times-of-unnamed-cases.ts";
import type { CaseRow } from "#server/cases/casework/case-rows.ts";
import type { ThreadRow } from "#server/cases/casework/case-steps.ts";
import type { OfficeCalendar } from "#server/cases/casework/office-calendar.ts";
import type { MinePage } from "./queries.ts";

/** The answer to the earlier client, which reads whether the message was saved. */
export function presentReceived(id: bigint) {
  const caseNo = formatCaseNumber(id);
  return { code: 201, message: "Suggestion Received", caseNo } as const;
}

export function presentMine({ rows, next }: MinePage, calendar: OfficeCalendar) {
  return {
    rows: rows.map((row) => ({
      ...presentCase(row, calendar),
      last: row.last,
      lastOn: row.last_on,
    })),
    next: next === null ? "" : String(next),
  };
}

/** A case for its own member, who sees the office's steps but not the assigned person. */
export function presentOwn(row: CaseRow, thread: readonly ThreadRow[], calendar: OfficeCalendar) {
  return {
    ...presentWhole(row, calendar),
    thread: thread.filter(({ step }) => step !== "assigned").map((step) => presentStep(step, true)),
  };
}
