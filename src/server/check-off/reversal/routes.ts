import * as contract from "#shared/contract/check-off/posting.ts";
import { type Mounted, mountRead, mountWrite } from "#server/kernel/http/mount.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { reverse } from "./commands.ts";
import { presentReversal } from "./present.ts";
import { reversalOf } from "./queries.ts";

/** Reversing a posted check-off file, and a preview of the effect. */
export function checkOffReversalRoutes({ notify }: { readonly notify: Notify }): Mounted[] {
  return [
    mountRead(contract.reversal, async (snapshot, { params }) => {
      const found = await reversalOf(snapshot, params.batch);
      if (found === null) throw new Problem("no-such-batch");
      if (found.state !== "posted") throw new Problem("batch-state");
      return presentReversal(found);
    }),
    mountWrite(contract.reverse, {
      handle: async (work, { params, body }) => {
        await reverse(work, { ...params, ...body }, notify);
        return { id: String(params.batch), state: "reversed" as const };
      },
    }),
  ];
}
