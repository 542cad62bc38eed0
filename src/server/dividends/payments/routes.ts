import * as contract from "#shared/contract/dividends/payments.ts";
import { drawCsvRows } from "#server/kernel/documents/csv.ts";
import {
  Document,
  type Mounted,
  mountFile,
  mountRead,
  mountWrite,
} from "#server/kernel/http/mount.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import type { Snapshot } from "#server/kernel/platform/database.ts";
import { heldOfYear } from "#server/payouts/queue/held-parts.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import * as commands from "./commands.ts";
import * as present from "./present.ts";
import * as queries from "./queries.ts";

interface PaymentOptions {
  readonly notify: Notify;
}

/** Dividends after the members have chosen: lock, payment, exceptions and lists. */
export function dividendPaymentRoutes({ notify }: PaymentOptions): Mounted[] {
  return [
    mountRead(contract.uptake, async (snapshot, { params }) => {
      const dividend = await dividendAt(snapshot, params.year);
      return present.presentUptake(dividend, await queries.uptakeOf(snapshot, dividend));
    }),
    mountWrite(contract.reminders, {
      handle: async (work, { params }) => ({
        reminded: await commands.remind(work, params.year, notify),
      }),
    }),
    mountWrite(contract.lock, {
      handle: async (work, { params, body }) => {
        const dividend = await commands.lock(work, params.year, body.digest);
        return present.presentMoved(dividend, await queries.uptakeOf(work, dividend));
      },
    }),
    mountWrite(contract.payment, {
      handle: async (work, { params, body }) => {
        const dividend = await commands.pay(work, params.year, notify, body.digest);
        return present.presentMoved(dividend, await queries.uptakeOf(work, dividend));
      },
    }),
    mountRead(contract.held, async (snapshot, { params }) => {
      const { id, state } = await dividendAt(snapshot, params.year);
      const sum = await queries.heldSumOf(snapshot, id);
      const rows = state === "paid" ? await heldOfYear(snapshot, params.year) : [];
      return present.presentHeld(sum, rows);
    }),
    mountWrite(contract.sendHeld, {
      handle: async (work, { params, body }) => ({
        approvalId: String(await commands.requestSending(work, params, body)),
      }),
    }),
    mountFile(contract.list, {
      read: async (snapshot, { params }) => {
        const { id, state } = await dividendAt(snapshot, params.year);
        if (state !== "locked" && state !== "paid") throw new Problem("dividend-state");
        return queries.listOf(snapshot, id, params.list);
      },
      draw: async (rows, { params: { year, list }, language }) =>
        new Document(
          "text/csv; charset=utf-8",
          `dividend-${year}-${list}.csv`,
          drawCsvRows(present.presentList(list, rows, language)),
        ),
    }),
  ];
}

async function dividendAt(snapshot: Snapshot, year: number): Promise<queries.PaymentRow> {
  const dividend = await queries.dividendOf(snapshot, year);
  if (dividend === null) throw new Problem("no-such-dividend");
  return dividend;
}
