import type * as z from "zod/mini";
import type { list } from "#shared/contract/alerts.ts";
import { fill } from "#shared/language.ts";
import type { AlertWords } from "#shared/messages/alerts-en.ts";

export type Alert = NonNullable<z.output<typeof list.answer>["open"]>[number];

/** What an alert is about, in one sentence. */
export function sayAlert({ kind, subject, count }: Alert, words: AlertWords): string {
  const job = (words.jobs as Readonly<Record<string, string>>)[subject] ?? subject;
  return fill(words.kinds[kind].said, { job, count });
}
