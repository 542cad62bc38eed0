import type { MessageTemplate, Notify } from "#server/messaging/outbox/enqueue.ts";
import { notifyOffice } from "#server/messaging/outbox/notify-office.ts";
import type { UnitOfWork } from "#server/kernel/platform/database.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { changedMeanwhile } from "#server/kernel/platform/setting-change.ts";
import { type TextRow, versionsOf } from "./queries.ts";
import { faultsOf, type InBoth, standardOf } from "./own-texts.ts";

/**
 * Sets the society's own text of a message; null restores the standard text. The next message uses
 * it. Rejects with `settings-changed` if another person changed it first.
 */
export async function setText(
  work: UnitOfWork,
  template: MessageTemplate,
  seen: number,
  own: InBoth | null,
  notify: Notify,
): Promise<TextRow> {
  const fields = own === null ? [] : faultsOf(template, own);
  if (fields.length > 0) throw new Problem("invalid", { fields });
  const { name } = template;
  const before = (await versionsOf(work, name))[0] ?? null;
  const written = await work.run(
    `insert into message_text (template, version, subject_en, subject_sw, text_en, text_sw, set_by)
      select $1, $2::integer + 1, $3, $4, $5, $6, $7
      where coalesce((select max(version) from message_text where template = $1), 0) = $2
      on conflict (template, version) do nothing`,
    [
      name,
      seen,
      own?.en.subject ?? "",
      own?.sw.subject ?? "",
      own?.en.text ?? null,
      own?.sw.text ?? null,
      work.actor,
    ],
  );
  const after = (await versionsOf(work, name))[0];
  if (written === 0 || after === undefined) throw changedMeanwhile(after ?? null);
  await notifyOffice(work, "settings-words", { message: name }, notify);
  const standard = standardOf(template);
  work.audit({
    action: own === null ? "message-text-reset" : "message-text-set",
    subject: `message:${name}`,
    detail: {
      version: after.version,
      en: { from: before?.text_en ?? standard.en.text, to: after.text_en ?? standard.en.text },
      sw: { from: before?.text_sw ?? standard.sw.text, to: after.text_sw ?? standard.sw.text },
    },
  });
  return after;
}
