import { checkOffWords, saveCheckOffWords } from "#shared/contract/check-off-words.ts";
import { type Mounted, mountRead, mountWrite } from "#server/http/mount.ts";
import type { Wake } from "#server/outbox/enqueue.ts";
import { saveWords } from "./commands.ts";
import { presentWords } from "./present.ts";
import { wordsWithChanges } from "./queries.ts";

/** The words of check-off notes, which the administrator keeps. */
export function checkOffWordsRoutes(wake: Wake): Mounted[] {
  return [
    mountRead(checkOffWords, async (snapshot) => presentWords(await wordsWithChanges(snapshot))),
    mountWrite(saveCheckOffWords, {
      handle: async (work, { body: { version, ...lists } }) => {
        await saveWords(work, { seen: version, lists, wake });
        return presentWords(await wordsWithChanges(work));
      },
    }),
  ];
}
