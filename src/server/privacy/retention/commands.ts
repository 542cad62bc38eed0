import type { CalendarDate } from "#shared/calendar-date.ts";
import { fill } from "#shared/language.ts";
import { retentionEn } from "#shared/messages/privacy/retention-en.ts";
import type { Retained, Span } from "#shared/retention-bounds.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import { notifyOffice } from "#server/messaging/outbox/notify-office.ts";
import { DatedRows } from "#server/kernel/platform/dated-rows.ts";
import { datedRetention } from "#server/privacy/personal-data/retention.ts";
import type { UnitOfWork } from "#server/kernel/platform/database.ts";
import { changedMeanwhile } from "#server/kernel/platform/setting-change.ts";
import { newestRule } from "./queries.ts";

interface RuleToSet extends Span {
  readonly what: Retained;
  readonly effectiveFrom: CalendarDate;
  /** The newest rule that its maker had seen. */
  readonly follows?: bigint | undefined;
}

const ruleRows = new DatedRows(datedRetention, ["what", "amount", "unit"]);

/**
 * Sets how long something is kept, from tomorrow at the earliest. Erased data cannot be restored,
 * so the office is notified in time to set another rule for that day.
 */
export async function setRule(work: UnitOfWork, rule: RuleToSet, notify: Notify): Promise<bigint> {
  const { what, amount, unit, effectiveFrom, follows } = rule;
  await ruleRows.rejectTooEarly(work, effectiveFrom);
  const values = [what, amount, unit];
  const written = await ruleRows.schedule(work, { effectiveFrom, follows, values });
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
