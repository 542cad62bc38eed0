import * as contract from "#shared/contract/withdrawals/transfers.ts";
import { toWireAmount } from "#shared/money.ts";
import { type Mounted, mountRecord, mountWrite } from "#server/kernel/http/mount.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { holderOf } from "#server/withdrawals/accounts/holder.ts";
import { openOwnAccount, transfer } from "./commands.ts";
import { presentTransfer, presentTransfers } from "./present.ts";
import { destinationsOf, transfersOf } from "./queries.ts";

/** Transfers of members from withdrawable accounts to other accounts of their own. */
export function transferRoutes({ notify }: { readonly notify: Notify }): Mounted[] {
  return [
    mountRecord(contract.transfers, async (snapshot, { memberNo }) => {
      const holder = await holderOf(snapshot, memberNo);
      if (holder === null) throw new Problem("no-such-member");
      const destinations = await destinationsOf(snapshot, memberNo);
      return presentTransfers({
        holder,
        destinations,
        rows: await transfersOf(snapshot, memberNo),
      });
    }),
    mountWrite(contract.openAccount, {
      handle: async (work, { actor }) => {
        if (actor.kind !== "member") throw new Problem("not-yours");
        return { accountNo: await openOwnAccount(work, actor.memberNo) };
      },
    }),
    mountWrite(contract.makeTransfer, {
      handle: async (work, { actor, body }) => {
        if (actor.kind !== "member") throw new Problem("not-yours");
        const asked = { ...body, memberNo: actor.memberNo };
        const { row, balance } = await transfer(work, asked, notify);
        return { ...presentTransfer(row), balance: toWireAmount(balance) };
      },
    }),
  ];
}
