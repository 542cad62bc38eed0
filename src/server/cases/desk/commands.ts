import * as z from "zod/mini";
import { caseDays } from "#shared/case-deadlines.ts";
import type { ToldBy } from "#shared/contract/cases/desk.ts";
import type { CaseOutcome } from "#shared/contract/cases/own.ts";
import type { MemberNo } from "#shared/member-number.ts";
import { rolesThatMay } from "#shared/permissions.ts";
import { authorOf, idsOfAuthor } from "#server/cases/casework/authorship.ts";
import { notifyOfCase } from "#server/cases/casework/case-notifications.ts";
import { type CaseRow, lockedCase } from "#server/cases/casework/case-rows.ts";
import { recordStep } from "#server/cases/casework/case-steps.ts";
import { officeCalendar } from "#server/cases/casework/office-calendar.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import { statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import { Problem, fieldProblem } from "#server/kernel/platform/problem.ts";

/** The case, and the last version of it that the actor has read. */
export interface Act {
  readonly id: bigint;
  readonly seen: bigint;
  /** The acting member of staff. */
  readonly by: `staff:${string}`;
  readonly secret: string;
}

const findLast = statement({
  name: "case-desk-last",
  text: "select max(id) as id from case_step where case_id = $1",
  row: z.object({ id: z.bigint() }),
});

const findOwnNumber = statement({
  name: "case-desk-own-number",
  text: `select m.member_no from staff s join member m on m.id = s.member_id
    where 'staff:' || s.staff_no = $1`,
  row: z.object({ member_no: z.string() }),
});

const findAuthorship = statement({
  name: "case-desk-authorship",
  text: `select $1::bigint in (${idsOfAuthor("$2", "$3")}) as own`,
  row: z.object({ own: z.boolean() }),
});

/**
 * Staff do not answer cases they wrote as members. Only their own number is compared, so an unnamed
 * case reveals nothing they do not know.
 */
async function rejectOwn(work: UnitOfWork, { id, by, secret }: Act): Promise<void> {
  const self = await work.first(findOwnNumber, [by]);
  if (self === null) return;
  const { digest, memberNo } = authorOf(secret, self.member_no as MemberNo);
  const found = await work.first(findAuthorship, [id, digest, memberNo]);
  if (found?.own) throw new Problem("own-case");
}

/**
 * Locks a case for an actor who has read all its messages. If two act at once, the second is
 * rejected and shown what the first did.
 */
async function lockForAction(work: UnitOfWork, act: Act, states: readonly CaseRow["state"][]) {
  const row = await lockedCase(work, act.id);
  await rejectOwn(work, act);
  const last = await work.first(findLast, [act.id]);
  if (last?.id !== act.seen) throw new Problem("case-newer");
  if (!states.includes(row.state)) throw new Problem("case-state");
  return row;
}

/** A case that is not assigned goes to the first person who answers it. */
const TAKES_IT = `assigned_to = coalesce(assigned_to,
  (select id from staff where 'staff:' || staff_no = $2))`;

async function markAcknowledged(work: UnitOfWork, row: CaseRow, by: Act["by"]): Promise<void> {
  await work.run(
    `update member_case set state = 'acknowledged', acknowledged_on = akiba_today(), ${TAKES_IT}
      where id = $1`,
    [row.id, by],
  );
  const dueOn = row.acknowledge_by;
  await recordStep(work, row, { step: "acknowledged", by, dueOn });
}

/** Acknowledges the case to the member. */
export async function acknowledge(work: UnitOfWork, act: Act, notify: Notify): Promise<void> {
  const row = await lockForAction(work, act, ["open"]);
  await markAcknowledged(work, row, act.by);
  await notifyOfCase(work, row.id, "case-acknowledged", notify);
}

/** Replies to the member; the first reply also acknowledges the case. */
export async function reply(
  work: UnitOfWork,
  act: Act & { readonly text: string },
  notify: Notify,
): Promise<void> {
  const row = await lockForAction(work, act, ["open", "acknowledged"]);
  if (row.state === "open") await markAcknowledged(work, row, act.by);
  await recordStep(work, row, { step: "replied", by: act.by, text: act.text });
  await notifyOfCase(work, row.id, "case-replied", notify);
}

/** Records the conclusion; the member must be notified within the following days. */
export async function conclude(
  work: UnitOfWork,
  act: Act & { readonly outcome: CaseOutcome; readonly text: string },
  notify: Notify,
): Promise<void> {
  const row = await lockForAction(work, act, ["open", "acknowledged"]);
  const { add, today } = await officeCalendar(work);
  await work.run(
    `update member_case set state = 'concluded', concluded_on = akiba_today(), outcome = $3,
        tell_by = $4::date, acknowledged_on = coalesce(acknowledged_on, akiba_today()), ${TAKES_IT}
      where id = $1`,
    [row.id, act.by, act.outcome, add(today, caseDays.tell)],
  );
  const { outcome: detail, text, by } = act;
  const dueOn = row.conclude_by;
  await recordStep(work, row, { step: "concluded", by, text, detail, dueOn });
  await notifyOfCase(work, row.id, "case-concluded", notify);
}

/** Closes a concluded case, with how its member was notified. */
export async function close(
  work: UnitOfWork,
  act: Act & { readonly told: ToldBy; readonly text: string },
): Promise<void> {
  const row = await lockForAction(work, act, ["concluded"]);
  // An unnamed member can only have seen it on their own page.
  if (row.is_anonymous && act.told !== "page") throw fieldProblem("told", "field.invalid");
  await work.run(
    "update member_case set state = 'closed', closed_on = akiba_today(), told = $2 where id = $1",
    [row.id, act.told],
  );
  const { told: detail, text, by } = act;
  await recordStep(work, row, { step: "closed", by, text, detail, dueOn: row.tell_by });
}

const findOfficer = statement({
  name: "case-desk-officer",
  text: `select s.id, s.full_name, c.id is not null as own
    from staff s left join member_case c on c.id = $3 and c.member_id = s.member_id
    where s.staff_no = $1 and s.role = any ($2) and s.suspended_at is null`,
  row: z.object({ id: z.bigint(), full_name: z.string(), own: z.boolean() }),
});

/** Assigns a case to somebody who may answer it, or to nobody. */
export async function assign(work: UnitOfWork, act: Act & { readonly to: string }): Promise<void> {
  const row = await lockForAction(work, act, ["open", "acknowledged", "concluded"]);
  const officer = await work.first(findOfficer, [act.to, rolesThatMay("cases.answer"), act.id]);
  if (officer === null && act.to !== "") throw fieldProblem("to", "field.invalid");
  // Not checked for an unnamed case: the problem would reveal its member to other staff.
  if (officer?.own) throw fieldProblem("to", "field.invalid");
  await work.run("update member_case set assigned_to = $2 where id = $1", [
    row.id,
    officer?.id ?? null,
  ]);
  const detail = officer?.full_name ?? "";
  await recordStep(work, row, { step: "assigned", by: act.by, detail });
}
