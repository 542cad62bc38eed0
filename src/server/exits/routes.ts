import * as contract from "#shared/contract/exits.ts";
import { type Mounted, mountRead, mountWrite } from "#server/http/mount.ts";
import type { Wake } from "#server/outbox/enqueue.ts";
import type { UnitOfWork } from "#server/platform/database.ts";
import { Refusal } from "#server/platform/refusal.ts";
import * as commands from "./commands.ts";
import { presentExit, presentView } from "./present.ts";
import * as queries from "./queries.ts";

interface ExitOptions {
  readonly wake: Wake;
}

/** Members who leave, from asking to the refund. */
export function exitRoutes({ wake }: ExitOptions): Mounted[] {
  return [
    mountRead(contract.list, async (snapshot, { query: { pile = "open", page = 1 } }) => {
      const { rows, ...more } = await queries.pileOf(snapshot, pile, page);
      return { rows: rows.map(presentExit), ...more };
    }),
    mountRead(contract.ofMember, async (snapshot, { params: { memberNo } }) => {
      const view = await queries.viewOf(snapshot, memberNo);
      if (view === null) throw new Refusal("no-such-member");
      return presentView(view);
    }),
    mountWrite(contract.ask, {
      handle: async (work, { body }) => answered(work, await commands.ask(work, body, wake)),
    }),
    mountWrite(contract.approval, {
      handle: async (work, { params: { id } }) => {
        await commands.approve(work, id, wake);
        return answered(work, id);
      },
    }),
    mountWrite(contract.payment, {
      handle: async (work, { params: { id }, body }) => {
        await commands.pay(work, { id, ...body }, wake);
        return answered(work, id);
      },
    }),
    mountWrite(contract.withdrawal, {
      handle: async (work, { params: { id }, body: { reason } }) => {
        await commands.withdraw(work, { id, reason }, wake);
        return answered(work, id);
      },
    }),
  ];
}

async function answered(work: UnitOfWork, id: bigint) {
  const exit = await queries.exitAt(work, id);
  if (exit === null) throw new Refusal("no-such-exit");
  return presentExit(exit);
}
