import * as z from "zod/mini";
import { formatCaseNumber } from "#shared/case-number.ts";
import { type CaseStep, caseSteps } from "#shared/contract/cases/own.ts";
import { type Snapshot, statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import { nairobiDay, nairobiTime } from "#server/kernel/platform/nairobi.ts";
import { UNNAMED } from "./authorship.ts";
import type { CaseRow } from "./case-rows.ts";
import { SENT_AGAIN_WITHIN } from "./sent-again.ts";

interface Taken {
  readonly step: CaseStep;
  /** The member, who is not named here, or the member of staff. */
  readonly by: "member" | `staff:${string}`;
  readonly text?: string;
  readonly detail?: string;
  /** The day it was due, if one was set. */
  readonly dueOn?: string | null;
}

/** Records a step of a case, and in the audit log that it was taken, never what was written. */
export async function recordStep(
  work: UnitOfWork,
  { id, is_anonymous }: Pick<CaseRow, "id" | "is_anonymous">,
  { step, by, text = "", detail = "", dueOn = null }: Taken,
): Promise<void> {
  await work.run(
    `insert into case_step (case_id, step, taken_by, text, detail, due_on)
      values ($1, $2, $3, $4, $5, $6::date)`,
    [id, step, by, text, detail, dueOn],
  );
  const unnamed = by === "member" && is_anonymous;
  work.audit({
    action: `case-${step}`,
    subject: `case:${formatCaseNumber(id)}`,
    ...(detail !== "" && { detail: { detail } }),
    ...(unnamed && { actor: UNNAMED }),
  });
}

const findThread = statement({
  name: "case-thread",
  text: `select s.id, s.step, s.taken_by = 'member' as by_member, s.text, s.detail, s.due_on,
      ${nairobiDay("s.taken_at")} as taken_on,
      ${nairobiTime("s.taken_at")} as taken_time,
      coalesce(st.full_name, '') as who
    from case_step s left join staff st on 'staff:' || st.staff_no = s.taken_by
    where s.case_id = $1 order by s.id`,
  row: z.object({
    id: z.bigint(),
    step: z.enum(caseSteps),
    by_member: z.boolean(),
    text: z.string(),
    detail: z.string(),
    due_on: z.nullable(z.string()),
    taken_on: z.string(),
    taken_time: z.string(),
    who: z.string(),
  }),
});

/** A message or step in a case. */
export type ThreadRow = z.infer<typeof findThread.row>;

/** All messages and steps of a case, in order. */
export function threadOf(snapshot: Snapshot, id: bigint): Promise<ThreadRow[]> {
  return snapshot.rows(findThread, [id]);
}

const findRecent = statement({
  name: "case-said-again",
  text: `select exists (select from case_step s where s.case_id = $1 and s.taken_by = 'member'
      and s.step = $2 and s.text = $3 and s.taken_at > akiba_now() - ${SENT_AGAIN_WITHIN}
      and s.id = (select max(l.id) from case_step l where l.case_id = $1)) as again`,
  row: z.object({ again: z.boolean() }),
});

/** Whether the last message of a case is the same, sent by its member a moment ago. */
export async function isRepeated(
  work: UnitOfWork,
  id: bigint,
  step: CaseStep,
  text: string,
): Promise<boolean> {
  return (await work.first(findRecent, [id, step, text]))?.again ?? false;
}
