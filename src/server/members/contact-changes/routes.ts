import * as contract from "#shared/contract/members/contact-changes.ts";
import * as own from "#shared/contract/members/own-contact-change.ts";
import { type Mounted, mountRead, mountWrite } from "#server/kernel/http/mount.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import type { UnitOfWork } from "#server/kernel/platform/database.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import * as commands from "./commands.ts";
import { presentChange, presentOwn } from "./present.ts";
import * as queries from "./queries.ts";

interface ContactChangeOptions {
  readonly notify: Notify;
}

/** A change of a member's contact details, from the request until it takes effect. */
export function contactChangeRoutes({ notify }: ContactChangeOptions): Mounted[] {
  return [
    mountRead(contract.list, async (snapshot, { query: { tab = "waiting", after = 0n } }) => {
      const { rows, isLast, counts } = await queries.pageOf(snapshot, tab, after);
      const next = isLast ? "" : String(rows.at(-1)?.id ?? "");
      return { rows: rows.map(presentChange), next, ...counts };
    }),
    mountWrite(contract.request, {
      handle: async (work, { body }) => answered(work, await commands.request(work, body, notify)),
    }),
    mountWrite(contract.approval, {
      handle: async (work, { params: { id } }) => {
        await commands.approve(work, id, notify);
        return answered(work, id);
      },
    }),
    mountWrite(contract.rejection, {
      handle: async (work, { params: { id }, body: { reason } }) => {
        await commands.end(work, id, { as: "rejected", reason }, notify);
        return answered(work, id);
      },
    }),
    mountWrite(contract.cancellation, {
      handle: async (work, { params: { id }, body: { reason } }) => {
        await commands.end(work, id, { as: "cancelled", reason }, notify);
        return answered(work, id);
      },
    }),
    mountRead(own.own, async (snapshot, { actor }) => {
      if (actor.kind === "anyone") throw new Problem("not-signed-in");
      const change = await queries.nextChangeOf(snapshot, actor.memberNo);
      return { change: change && presentOwn(change) };
    }),
    mountWrite(own.ownCancellation, {
      handle: async (work, { actor }) => {
        if (actor.kind === "anyone") throw new Problem("not-signed-in");
        return { cancelled: await commands.cancelOwn(work, actor.memberNo, notify) };
      },
    }),
  ];
}

async function answered(work: UnitOfWork, id: bigint) {
  const change = await queries.changeAt(work, id);
  if (change === null) throw new Problem("no-such-change");
  return presentChange(change);
}
