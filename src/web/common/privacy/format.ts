import type * as z from "zod/mini";
import type { own } from "#shared/contract/privacy/requests.ts";
import { fill, type Language } from "#shared/language.ts";
import type { PrivacyWords } from "#shared/messages/privacy/privacy-en.ts";
import { formatDay } from "#web/lib/day.ts";

export type OwnPrivacy = z.output<typeof own.answer>;
export type OwnRequest = OwnPrivacy["requests"][number];

/** Whether a request still waits for its answer. */
export function isOpen({ state }: Pick<OwnRequest, "state">): boolean {
  return state === "received" || state === "in-progress" || state === "proposed";
}

/** Returns the label of a request, as in the list. */
export function formatRequest(
  { requests: words }: PrivacyWords,
  { kind, detail }: Pick<OwnRequest, "kind" | "detail">,
): string {
  return fill(words.kinds[kind], { detail: detail && words.details[detail] });
}

/** Returns the current or requested value of a detail, as text if the register has a code. */
export function formatDetail(
  { ask: { sexes } }: PrivacyWords,
  detail: string,
  text: string,
): string {
  const known: Readonly<Record<string, string>> = sexes;
  return detail === "sex" ? (known[text] ?? text) : text;
}

/** Returns the time until the answer is due or how late it is, or when it was given. */
export function formatClock(
  { requests: words }: PrivacyWords,
  request: Pick<OwnRequest, "state" | "daysLeft" | "dueOn" | "answeredOn">,
  language: Language,
): string {
  const { daysLeft: left, dueOn, answeredOn } = request;
  if (!isOpen(request)) {
    return answeredOn && fill(words.answered, { day: formatDay(answeredOn, language) });
  }
  const day = formatDay(dueOn, language);
  if (left === 0) return words.left.today;
  const said = left < 0 ? words.late : words.left;
  const count = Math.abs(left);
  return fill(count === 1 ? said.one : said.many, { count, day });
}
