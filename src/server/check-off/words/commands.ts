import { type NoteMeaning, noteMeanings } from "#shared/contract/check-off/words.ts";
import { requestApproval } from "#server/oversight/approvals/request-approval.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import { notifyOffice } from "#server/messaging/outbox/notify-office.ts";
import { keptWords } from "#server/check-off/payroll/note-words.ts";
import type { UnitOfWork } from "#server/kernel/platform/database.ts";
import { type FieldError, Problem } from "#server/kernel/platform/problem.ts";
import {
  changedMeanwhile,
  changesOf,
  takeVersion,
  versionOf,
} from "#server/kernel/platform/setting-change.ts";
import { changedWords, listsOf, type WordLists } from "./present.ts";
import { wordsWithChanges } from "./queries.ts";

/** New lists of words, as a request stores them. */
export interface WantedWords {
  /** The version that the change was made from. */
  readonly seen: number;
  readonly lists: WordLists;
}

/** Requests that the words of check-off notes be replaced; null if nothing would change. */
export async function requestWords(work: UnitOfWork, wanted: WantedWords): Promise<bigint | null> {
  rejectTwice(wanted.lists);
  const { words, changes } = await wordsWithChanges(work);
  if (versionOf(changes) !== wanted.seen) throw changedMeanwhile(changes[0] ?? null);
  if (changedWords(words, wanted.lists).length === 0) return null;
  return requestApproval(work, {
    kind: "check-off-words",
    subject: "settings:check-off-words",
    payload: { ...wanted },
  });
}

/** Replaces the words as two people agreed, and notifies the office. */
export async function replaceWords(
  work: UnitOfWork,
  { seen, lists }: WantedWords,
  notify: Notify,
): Promise<void> {
  const changes = changesOf(asText(listsOf(await keptWords(work))), asText(lists));
  await takeVersion(work, "check-off-words", seen, changes);
  await notifyOffice(work, "settings-check-off-words", {}, notify);
  const rows = noteMeanings.flatMap((meaning) => {
    return [...new Set(lists[meaning])].map((word) => ({ word, meaning }));
  });
  await work.run("delete from check_off_word");
  await work.run(
    `insert into check_off_word (word, meaning)
      select * from unnest($1::text[], $2::text[])`,
    [rows.map(({ word }) => word), rows.map(({ meaning }) => meaning)],
  );
}

/** Rejects a word that has two meanings, beside the second list that has it. */
function rejectTwice(lists: WordLists): void {
  const known = new Map<string, NoteMeaning>();
  const faults: FieldError[] = [];
  for (const meaning of noteMeanings) {
    const words = lists[meaning];
    if (words.some((word) => known.has(word))) {
      faults.push({ field: meaning, problem: "word.twice" });
    }
    for (const word of words) known.set(word, meaning);
  }
  if (faults.length > 0) throw new Problem("invalid", { fields: faults });
}

/** The lists as the history of changes shows them. */
function asText(lists: WordLists): Record<NoteMeaning, string> {
  const texts = noteMeanings.map((meaning) => {
    return [meaning, [...new Set(lists[meaning])].toSorted().join(", ")] as const;
  });
  return Object.fromEntries(texts) as Record<NoteMeaning, string>;
}
