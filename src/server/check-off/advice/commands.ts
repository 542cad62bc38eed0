import type { CalendarDate } from "#shared/calendar-date.ts";
import type { ProblemCode } from "#shared/contract/kernel/problems.ts";
import { type UnitOfWork, violatedConstraint } from "#server/kernel/platform/database.ts";
import { Problem, type ShownFact } from "#server/kernel/platform/problem.ts";
import { requireShown } from "#server/kernel/platform/shown-facts.ts";
import { adviceLines, type Draft, storedAdvice } from "./queries.ts";

/** The facts that a clerk sees before they make an advice. */
export function factsOf(draft: Draft): ShownFact[] {
  return [
    { name: "month", value: draft.month },
    { name: "members", value: String(draft.members) },
    { name: "loans", value: String(draft.loans_cents) },
    { name: "contributions", value: String(draft.contributions_cents) },
    { name: "lines", value: draft.lines },
  ];
}

const problems: Readonly<Record<string, ProblemCode>> = {
  check_off_advice_in_order: "advice-made",
  check_off_advice_month: "advice-month",
};

/**
 * Makes the advice of the month that begins on a day. Members then change later months only: a
 * change at the same moment is either in it or rejected.
 */
export async function make(work: UnitOfWork, month: CalendarDate, digest: string): Promise<Draft> {
  await inOrder(() =>
    work.run("insert into check_off_advice (month, made_by) values ($1, $2)", [month, work.actor]),
  );
  await work.run(
    `insert into check_off_advice_line (month, member_id, loans_cents, contribution_cents)
      select $1::date, l.member_id, l.loans_cents, l.contribution_cents from (${adviceLines}) l`,
    [month, month],
  );
  // The stored lines must be those that were shown: money may move between two statements.
  const draft = await storedAdvice(work, month);
  requireShown(digest, factsOf(draft));
  const { members, loans_cents: loans, contributions_cents: contributions } = draft;
  work.audit({
    action: "check-off-advice-made",
    subject: `check-off-advice:${month.slice(0, 7)}`,
    detail: { members, loans: String(loans), contributions: String(contributions) },
  });
  return draft;
}

async function inOrder(write: () => Promise<number>): Promise<void> {
  try {
    await write();
  } catch (error) {
    const problem = problems[violatedConstraint(error) ?? ""];
    if (problem !== undefined) throw new Problem(problem);
    throw error;
  }
}
