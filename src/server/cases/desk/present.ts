import { type CaseTab, caseTabs } from "#shared/contract/cases/desk.ts";
import type { Language } from "#shared/language.ts";
import { caseDeskWords } from "#shared/messages/cases/desk.ts";
import { presentCase, presentWhole } from "#server/cases/casework/case-clock.ts";
import { presentStep } from "#server/cases/casework/times-of-unnamed-cases.ts";
import type { ThreadRow } from "#server/cases/casework/case-steps.ts";
import type { OfficeCalendar } from "#server/cases/casework/office-calendar.ts";
import type { CasesPage, DeskRow, OfficerRow, TabRow } from "./queries.ts";

export function presentQueue(
  { rows, next }: CasesPage,
  tabs: readonly TabRow[] | null,
  calendar: OfficeCalendar,
) {
  return {
    rows: rows.map((row) => ({ ...presentCase(row, calendar), ...presentWhose(row) })),
    next: next === null ? "" : `${next.amount}-${next.id}`,
    tabs: tabs === null ? [] : caseTabs.map((state) => presentTab(state, tabs)),
  };
}

function presentTab(state: CaseTab, found: readonly TabRow[]) {
  const its = found.filter((row) => {
    return state === "waiting" ? row.state !== "closed" : row.state === state;
  });
  const sum = (of: (row: TabRow) => bigint) => its.reduce((all, row) => all + Number(of(row)), 0);
  return { state, count: sum(({ count }) => count), late: sum(({ late }) => late) };
}

function presentWhose({ member_no, full_name, assigned, assigned_no }: DeskRow) {
  return { memberNo: member_no, member: full_name, assigned, assignedNo: assigned_no };
}

interface Whole {
  readonly row: DeskRow;
  readonly thread: readonly ThreadRow[];
  readonly officers: readonly OfficerRow[];
}

export function presentDeskCase({ row, thread, officers }: Whole, calendar: OfficeCalendar) {
  return {
    ...presentWhole(row, calendar),
    ...presentWhose(row),
    told: row.told ?? ("" as const),
    thread: thread.map((step) => ({
      ...presentStep(step, !row.is_anonymous),
      detail: step.detail,
      late: step.due_on !== null && step.due_on < step.taken_on,
    })),
    seen: String(thread.at(-1)?.id ?? ""),
    officers: officers.map(({ staff_no, full_name }) => ({ staffNo: staff_no, name: full_name })),
  };
}

/** The heading of the inbox as a file, in the requester's language. */
export function exportHead(language: Language): string[] {
  const { columns } = caseDeskWords(language);
  const { caseNo, kind, state, member, memberNo, posted, due, late, assigned, text } = columns;
  return [caseNo, kind, state, member, memberNo, posted, due, late, assigned, text];
}

export function exportRow(row: DeskRow, calendar: OfficeCalendar, language: Language): string[] {
  const words = caseDeskWords(language);
  const { caseNo, kind, state, anonymous, postedOn, due, late, suggestion } = presentCase(
    row,
    calendar,
  );
  return [
    caseNo,
    words.kinds[kind],
    words.states[state],
    anonymous ? words.unnamed : row.full_name,
    row.member_no,
    postedOn,
    due,
    late ? words.late : "",
    row.assigned,
    suggestion,
  ];
}
