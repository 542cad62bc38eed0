import * as standing from "#shared/contract/withdrawals/standing.ts";
import { standingList } from "#shared/contract/withdrawals/standing-list.ts";
import * as contract from "#shared/contract/withdrawals/transfers.ts";
import type { MemberNo } from "#shared/member-number.ts";
import { toWireAmount } from "#shared/money.ts";
import type { Actor } from "#server/kernel/http/actor.ts";
import { type Mounted, mountRead, mountRecord, mountWrite } from "#server/kernel/http/mount.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import type { Limits } from "#server/kernel/platform/limits.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { holderOf } from "#server/withdrawals/accounts/holder.ts";
import { order, sendOrderCode, stopOwn } from "#server/withdrawals/moves/order.ts";
import { ordersOf, pageOf } from "#server/withdrawals/moves/order-rows.ts";
import { openOwnAccount, transfer } from "#server/withdrawals/moves/transfer.ts";
import { destinationsOf, transfersOf } from "#server/withdrawals/moves/transfer-rows.ts";
import { presentStanding, presentTransfer, presentTransfers } from "./present.ts";

interface TransferOptions {
  readonly limits: Limits;
  readonly secret: string;
  readonly notify: Notify;
}

/** Transfers of members from withdrawable accounts to other accounts of their own. */
export function transferRoutes(options: TransferOptions): Mounted[] {
  return [...mountTransfers(options), ...mountStanding(options)];
}

function mountTransfers({ notify }: TransferOptions): Mounted[] {
  return [
    mountRecord(contract.transfers, async (snapshot, { memberNo }) => {
      const holder = await holderOf(snapshot, memberNo);
      if (holder === null) throw new Problem("no-such-member");
      const destinations = await destinationsOf(snapshot, memberNo);
      return presentTransfers({
        holder,
        destinations,
        standing: await ordersOf(snapshot, memberNo),
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

/** Transfers that members order once, and that are made each month. */
function mountStanding({ limits, secret, notify }: TransferOptions): Mounted[] {
  return [
    mountWrite(standing.standingCode, {
      handle: async (work, { actor, body, ip }) => {
        const memberNo = ownNo(actor);
        const times = await sendOrderCode(work, memberNo, body, { ip, limits, notify });
        return { code: 200 as const, message: "Otp Sent Successful", ...times };
      },
    }),
    mountWrite(standing.orderStanding, {
      handle: async (work, { actor, body: { otp, ...given }, ip }) => {
        const id = await order(work, ownNo(actor), given, { otp, ip, secret, limits });
        return id instanceof Problem ? id : { id: String(id) };
      },
    }),
    mountWrite(standing.stopStanding, {
      handle: async (work, { actor, params: { id } }) => {
        await stopOwn(work, ownNo(actor), id);
        return { id: String(id) };
      },
    }),
    mountRead(standingList, async (snapshot, { query: { after } }) => {
      const { rows, isLast } = await pageOf(snapshot, after);
      return {
        rows: rows.map((row) => ({
          ...presentStanding(row),
          memberNo: row.member_no,
          fullName: row.full_name,
        })),
        next: isLast ? "" : String(rows.at(-1)?.id ?? ""),
      };
    }),
  ];
}

function ownNo(actor: Actor): MemberNo {
  if (actor.kind !== "member") throw new Problem("not-yours");
  return actor.memberNo;
}
