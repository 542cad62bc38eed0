import { checkOffWords, saveCheckOffWords } from "#shared/contract/check-off/words.ts";
import { type Mounted, mountRead, mountWrite } from "#server/kernel/http/mount.ts";
import { requestWords } from "./commands.ts";
import { presentWords } from "./present.ts";
import { wordsWithChanges } from "./queries.ts";

/** The words of check-off notes, which the administrator changes with a second person. */
export function checkOffWordsRoutes(): Mounted[] {
  return [
    mountRead(checkOffWords, async (snapshot) => presentWords(await wordsWithChanges(snapshot))),
    mountWrite(saveCheckOffWords, {
      handle: async (work, { body: { version, ...lists } }) => {
        const request = await requestWords(work, { seen: version, lists });
        return { approvalId: request === null ? "" : String(request) };
      },
    }),
  ];
}
