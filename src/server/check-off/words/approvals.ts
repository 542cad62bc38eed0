import * as z from "zod/mini";
import { noteMeanings } from "#shared/contract/check-off/words.ts";
import { type ApprovalKind, approvalKind } from "#server/oversight/approvals/approval-kind.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import { versionOf } from "#server/kernel/platform/setting-change.ts";
import { replaceWords } from "./commands.ts";
import { changedWords } from "./present.ts";
import { wordsWithChanges } from "./queries.ts";

/** New words of check-off notes, which send money elsewhere and so need two people. */
export function checkOffWordsApprovals({ notify }: { readonly notify: Notify }): ApprovalKind[] {
  return [
    approvalKind({
      name: "check-off-words",
      payload: z.object({
        seen: z.int(),
        lists: z.record(z.enum(noteMeanings), z.array(z.string())),
      }),
      async facts(snapshot, { seen, lists }) {
        const { words, changes } = await wordsWithChanges(snapshot);
        if (versionOf(changes) !== seen) return null;
        return changedWords(words, lists).map((value) => ({ name: "noteWords", value }));
      },
      carryOut: (work, payload) => replaceWords(work, payload, notify),
    }),
  ];
}
