import * as contract from "#shared/contract/check-off/advice.ts";
import { csvOf } from "#server/kernel/documents/csv.ts";
import {
  Document,
  type Mounted,
  mountFile,
  mountRead,
  mountWrite,
} from "#server/kernel/http/mount.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { make } from "./commands.ts";
import { adviceTable, presentDraft, presentFigures, presentMade } from "./present.ts";
import * as queries from "./queries.ts";

/** The advice to the employer: what to deduct from each member in a month. */
export function adviceRoutes(): Mounted[] {
  return [
    mountRead(contract.advices, async (snapshot) => {
      const month = await queries.nextMonth(snapshot);
      return {
        rows: (await queries.madeAdvices(snapshot)).map(presentMade),
        ...(month !== null && { next: presentDraft(await queries.draftOf(snapshot, month)) }),
      };
    }),
    mountWrite(contract.makeAdvice, {
      handle: async (work, { params, body }) =>
        presentFigures(await make(work, params.month, body.digest)),
    }),
    mountFile(contract.adviceFile, {
      read: async (snapshot, { params }) => {
        const advice = await queries.adviceOf(snapshot, params.month);
        if (advice === null) throw new Problem("no-such-advice");
        return advice;
      },
      draw: async ({ month, lines }, { language }) =>
        new Document(
          "text/csv; charset=utf-8",
          `check-off-advice-${month}.csv`,
          csvOf(adviceTable(language, lines)),
        ),
    }),
  ];
}
