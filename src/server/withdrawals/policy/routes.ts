import * as contract from "#shared/contract/withdrawals/policy.ts";
import { type Mounted, mountRead, mountWrite } from "#server/kernel/http/mount.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import { presentDone } from "#server/kernel/platform/setting-change.ts";
import { presentRules } from "#server/withdrawals/requests/withdrawal-policy.ts";
import { setRules } from "./commands.ts";
import { rulesHistory } from "./queries.ts";

/** The rules for withdrawals, which the administrator sets. */
export function withdrawalPolicyRoutes({ notify }: { readonly notify: Notify }): Mounted[] {
  return [
    mountRead(contract.withdrawalPolicy, async (snapshot) => {
      const { today, newest, rows } = await rulesHistory(snapshot);
      return {
        today,
        newest: String(newest),
        rows: rows.map((row) => ({
          id: String(row.id),
          effectiveFrom: row.effective_from,
          state: row.state,
          ...presentRules(row),
          set: presentDone(row),
        })),
      };
    }),
    mountWrite(contract.saveWithdrawalPolicy, {
      handle: async (work, { body }) => {
        const { id } = await setRules(work, body, notify);
        return { id: String(id) };
      },
    }),
  ];
}
