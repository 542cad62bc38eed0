import type * as z from "zod/mini";
import { actsOnAlert } from "#shared/alert-kinds.ts";
import type { list } from "#shared/contract/oversight/alerts.ts";
import { fill } from "#shared/language.ts";
import type { AlertWords } from "#shared/messages/oversight/alerts-en.ts";
import type { Officer } from "#web/staff/officer.ts";

export type Alert = NonNullable<z.output<typeof list.answer>["open"]>[number];

/** Describes an alert in one sentence. */
export function formatAlert({ kind, subject, count }: Alert, words: AlertWords): string {
  const job = (words.jobs as Readonly<Record<string, string>>)[subject] ?? subject;
  return fill(words.kinds[kind].said, { job, count });
}

type Reader = Pick<Officer, "role"> | null;

/** The heading above an alert's advice, which says who should follow it. */
export function adviceHeading(reader: Reader, { kind }: Pick<Alert, "kind">, words: AlertWords) {
  return acts(reader, kind) ? words.whatToDo : words.othersDo;
}

/** The link from the first page to the alerts, worded for those who can act on them. */
export function linkToAlerts(
  reader: Reader,
  alerts: readonly Pick<Alert, "kind">[],
  words: AlertWords,
): string {
  return alerts.some(({ kind }) => acts(reader, kind)) ? words.see : words.seeOnly;
}

function acts(reader: Reader, kind: Alert["kind"]): boolean {
  return reader !== null && actsOnAlert(reader.role, kind);
}
