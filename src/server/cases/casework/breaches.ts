import * as z from "zod/mini";
import { formatCaseNumber } from "#shared/case-number.ts";
import { STAFF_LANGUAGE } from "#shared/language.ts";
import { rolesThatMay } from "#shared/permissions.ts";
import { enqueueAll, type Notify } from "#server/messaging/outbox/enqueue.ts";
import { societyContact } from "#server/messaging/outbox/society-contact.ts";
import { type Database, statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import { isLateCase } from "./late-case-sql.ts";

/** Cases recorded in one unit of work. */
const BATCH = 500;

// The status determines the step that is due; a reopened case counts from another day.
const noteBreaches = statement({
  name: "case-note-breaches",
  text: `with due as (
      select c.id, c.state, c.counted_from, c.assigned_to from member_case c
      where ${isLateCase}
        and not exists (select from case_breach b where b.case_id = c.id
          and b.state = c.state and b.counted_from = c.counted_from)
      order by c.due_on, c.id limit ${BATCH}
    ), noted as (
      insert into case_breach (case_id, state, counted_from)
      select id, state, counted_from from due order by id
      on conflict do nothing
      returning case_id
    )
    select due.id, due.assigned_to from due join noted on noted.case_id = due.id order by due.id`,
  row: z.object({ id: z.bigint(), assigned_to: z.nullable(z.bigint()) }),
});

const findRecipients = statement({
  name: "case-breach-recipients",
  text: `select id, mobile_number, role = 'administrator' as runs_office from staff
    where mobile_number <> '' and suspended_at is null and role = any ($1)`,
  row: z.object({ id: z.bigint(), mobile_number: z.string(), runs_office: z.boolean() }),
});

/**
 * Notifies the office of cases past their due day: the assigned person, or the administrators if
 * nobody is assigned, or the assigned person cannot be notified or may no longer answer. A
 * constraint ensures one notification for each step, even with several instances; several cases
 * share one text. Returns the number of cases.
 */
export async function notifyOfBreaches(database: Database, notify: Notify): Promise<number> {
  let told = 0;
  for (;;) {
    const noted = await database.unitOfWork("case-clock", (work) => notifyBatch(work, notify));
    told += noted;
    if (noted < BATCH) return told;
  }
}

/** Records and notifies one batch; returns the number of cases. */
async function notifyBatch(work: UnitOfWork, notify: Notify): Promise<number> {
  const noted = await work.rows(noteBreaches);
  if (noted.length === 0) return 0;
  const staff = await work.rows(findRecipients, [rolesThatMay("cases.answer")]);
  const contact = await societyContact(work);
  for (const { id } of noted) {
    work.audit({ action: "case-breached", subject: `case:${formatCaseNumber(id)}` });
  }
  const reached = new Set(staff.map(({ id }) => id));
  const messages = staff.flatMap(({ id: staffId, mobile_number: recipient, runs_office }) => {
    const theirs = noted.filter(({ assigned_to }) => {
      const isHad = assigned_to !== null && reached.has(assigned_to);
      return isHad ? assigned_to === staffId : runs_office;
    });
    const [first] = theirs;
    if (first === undefined) return [];
    const caseNo = formatCaseNumber(first.id);
    const params = { ...contact, count: String(theirs.length), caseNo };
    return [{ recipient, template: "case-breached", params, language: STAFF_LANGUAGE } as const];
  });
  await enqueueAll(work, messages, notify);
  return noted.length;
}
