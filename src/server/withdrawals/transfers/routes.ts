import * as standing from "#shared/contract/withdrawals/standing.ts";
import { standingList } from "#shared/contract/withdrawals/standing-list.ts";
import * as contract from "#shared/contract/withdrawals/transfers.ts";
import { toWireAmount } from "#shared/money.ts";
import { readHeading } from "#server/kernel/documents/heading.ts";
import { issueDocument } from "#server/kernel/documents/issue.ts";
import { type DocumentIssuing, drawIssued } from "#server/kernel/documents/signed-drawing.ts";
import { actorName, ownNumber } from "#server/kernel/http/actor.ts";
import { mountDocument } from "#server/kernel/http/mount-files.ts";
import { type Mounted, mountRead, mountRecord, mountWrite } from "#server/kernel/http/mount.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import type { Limits } from "#server/kernel/platform/limits.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { holderOf } from "#server/withdrawals/accounts/holder.ts";
import { order, sendOrderCode, stopOwn } from "#server/withdrawals/moves/order.ts";
import { ordersOf, pageOf } from "#server/withdrawals/moves/order-rows.ts";
import { openOwnAccount } from "#server/withdrawals/accounts/open-own-account.ts";
import { transfer } from "#server/withdrawals/moves/transfer.ts";
import {
  destinationsOf,
  printedTransfer,
  transfersOf,
} from "#server/withdrawals/moves/transfer-rows.ts";
import { transferReceipt } from "./transfer-receipt.ts";
import { presentStanding, presentTransfer, presentTransfers } from "./present.ts";

interface TransferOptions {
  readonly limits: Limits;
  readonly secret: string;
  readonly notify: Notify;
  readonly issuing: DocumentIssuing;
}

/** Transfers of members from withdrawable accounts to their other accounts. */
export function transferRoutes(options: TransferOptions): Mounted[] {
  return [...mountTransfers(options), mountReceipt(options.issuing), ...mountStanding(options)];
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
        return { accountNo: await openOwnAccount(work, ownNumber(actor)) };
      },
    }),
    mountWrite(contract.makeTransfer, {
      handle: async (work, { actor, body }) => {
        const asked = { ...body, memberNo: ownNumber(actor) };
        const { row, balance } = await transfer(work, asked, notify);
        return { ...presentTransfer(row), balance: toWireAmount(balance) };
      },
    }),
  ];
}

/** The receipt of a transfer; one that was reversed is not printed again. */
function mountReceipt(issuing: DocumentIssuing): Mounted {
  return mountDocument(contract.printTransfer, {
    read: async (snapshot, scope, { params: { transferNo }, body: { paper } }) => {
      const heading = await readHeading(snapshot, scope);
      if (heading === null) throw new Problem("no-such-member");
      const row = await printedTransfer(snapshot, scope.memberNo, transferNo);
      if (row === null) throw new Problem("no-such-receipt");
      if (row.is_reversed) throw new Problem("receipt-state");
      return transferReceipt({ heading, row, paper, publicUrl: issuing.publicUrl });
    },
    draw: (issue, { actor }) => drawIssued(issuing, actorName(actor), issue),
    issue: (work, issue) => issueDocument(work, issue, issuing.signer),
  });
}

/** Standing transfers, which members order once and which run each month. */
function mountStanding({ limits, secret, notify }: TransferOptions): Mounted[] {
  return [
    mountWrite(standing.standingCode, {
      handle: async (work, { actor, body, ip }) => {
        const memberNo = ownNumber(actor);
        const times = await sendOrderCode(work, memberNo, body, { ip, limits, notify });
        return { code: 200 as const, message: "Otp Sent Successful", ...times };
      },
    }),
    mountWrite(standing.orderStanding, {
      handle: async (work, { actor, body: { otp, ...given }, ip }) => {
        const id = await order(work, ownNumber(actor), given, { otp, ip, secret, limits });
        return id instanceof Problem ? id : { id: String(id) };
      },
    }),
    mountWrite(standing.stopStanding, {
      handle: async (work, { actor, params: { id } }) => {
        await stopOwn(work, ownNumber(actor), id);
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
