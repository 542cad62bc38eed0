import * as z from "zod/mini";
import type { CalendarDate } from "#shared/calendar-date.ts";
import { fill } from "#shared/language.ts";
import { retentionEn } from "#shared/messages/privacy/retention-en.ts";
import type { Retained, Span } from "#shared/retention.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import { notifyOffice } from "#server/messaging/outbox/notify-office.ts";
import { statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import { fieldProblem } from "#server/kernel/platform/problem.ts";
import { changedMeanwhile } from "#server/kernel/platform/setting-change.ts";
import { newestRule } from "./queries.ts";

interface RuleToSet extends Span {
  readonly what: Retained;
  readonly effectiveFrom: CalendarDate;
  /** The newest rule that its maker had seen. */
  readonly follows?: bigint | undefined;
}

// `follows` is unique: if two rules are made after the same one, only one is stored.
const insertRule = statement({
  name: "retention-set",
  text: `with newest as (select max(id) as id from retention_rule)
    insert into retention_rule (what, effective_from, amount, unit, set_by, follows)
    select $1, $2::date, $3, $4, $5, newest.id from newest
    where coalesce($6::bigint, newest.id) = newest.id
    on conflict (follows) do nothing
    returning id`,
  row: z.object({ id: z.bigint() }),
});

/**
 * Sets how long something is kept, from tomorrow at the earliest. Erased data cannot be restored,
 * so the office is notified in time to set another rule for that day.
 */
export async function setRule(work: UnitOfWork, rule: RuleToSet, notify: Notify): Promise<bigint> {
  const { what, amount, unit, effectiveFrom, follows = null } = rule;
  const newest = await newestRule(work);
  if (effectiveFrom <= newest.today) throw fieldProblem("effectiveFrom", "date.ahead");
  const values = [what, effectiveFrom, amount, unit, work.actor, follows];
  const written = await work.first(insertRule, values);
  if (written === null) throw changedMeanwhile(await newestRule(work));
  work.audit({
    action: "retention-rule-set",
    subject: `retention:${what}`,
    detail: { effectiveFrom, amount, unit },
  });
  const { span, what: names } = retentionEn;
  const length = fill(amount === 1 ? span[unit].one : span[unit].many, { count: amount });
  const told = { kept: names[what], length, day: effectiveFrom };
  await notifyOffice(work, "settings-retention", told, notify);
  return written.id;
}
