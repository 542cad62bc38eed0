import * as contract from "#shared/contract/counter/receiving.ts";
import { maskedSearch } from "#shared/masked.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import { actorName } from "#server/kernel/http/actor.ts";
import { type Mounted, mountRead, mountWrite } from "#server/kernel/http/mount.ts";
import type { Snapshot } from "#server/kernel/platform/database.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import * as commands from "./commands.ts";
import * as present from "./present.ts";
import * as queries from "./queries.ts";

/** Money received at the counter, and its receipts. */
export function receivingRoutes({ notify }: { readonly notify: Notify }): Mounted[] {
  return [
    mountRead(
      contract.members,
      async (snapshot, { query }) => ({
        hits: (await queries.membersFound(snapshot, query.search)).map(present.presentHit),
      }),
      ({ query }) => ({ search: maskedSearch(query.search) }),
    ),
    mountRead(contract.member, async (snapshot, { params }) => {
      const found = await queries.memberAt(snapshot, params.memberNo);
      if (found === null) throw new Problem("no-such-member");
      return present.presentMember(found);
    }),
    mountWrite(contract.receive, {
      handle: async (work, { body }) => {
        const receiptNo = await commands.receiveCash(work, body, notify);
        return present.presentReceipt(await requireReceipt(work, receiptNo));
      },
    }),
    mountRead(contract.list, async (snapshot, { query, actor }) => {
      const { mine, search = "", after } = query;
      const holder = mine === undefined ? null : actorName(actor);
      const { rows, isLast } = await queries.pageOf(snapshot, { holder, search, after });
      return {
        rows: rows.map(present.presentReceipt),
        next: isLast ? "" : String(rows.at(-1)?.id ?? ""),
      };
    }),
    mountRead(contract.one, async (snapshot, { params }) => {
      const row = await requireReceipt(snapshot, params.receipt);
      return { ...present.presentReceipt(row), valueDate: row.value_date };
    }),
  ];
}

async function requireReceipt(snapshot: Snapshot, receiptNo: string) {
  const found = await queries.receiptAt(snapshot, receiptNo);
  if (found === null) throw new Problem("no-such-receipt");
  return found;
}
