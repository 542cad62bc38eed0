import * as own from "#shared/contract/exits/own.ts";
import * as contract from "#shared/contract/exits/settlement.ts";
import { readHeading } from "#server/kernel/documents/heading.ts";
import { issueDocument } from "#server/kernel/documents/issue.ts";
import { type DocumentIssuing, drawIssued } from "#server/kernel/documents/signed-drawing.ts";
import { settlementVoucher } from "#server/kernel/documents/settlement-voucher.ts";
import { actorName, ownNumber } from "#server/kernel/http/actor.ts";
import { mountDocument } from "#server/kernel/http/mount-files.ts";
import { type Mounted, mountRead, mountWrite } from "#server/kernel/http/mount.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import type { UnitOfWork } from "#server/kernel/platform/database.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import * as commands from "./commands.ts";
import { presentExit, presentOwn, presentView, settledExit } from "./present.ts";
import * as queries from "./queries.ts";

interface ExitOptions extends DocumentIssuing {
  readonly notify: Notify;
}

/** Members who leave, from the request to the refund. */
export function exitRoutes(options: ExitOptions): Mounted[] {
  const { notify } = options;
  return [
    mountVoucher(options),
    mountRead(contract.list, async (snapshot, { query: { tab = "open", page = 1 } }) => {
      const { rows, ...more } = await queries.tabOf(snapshot, tab, page);
      return { rows: rows.map(presentExit), ...more };
    }),
    mountRead(contract.ofMember, async (snapshot, { params: { memberNo } }) => {
      const view = await queries.viewOf(snapshot, memberNo);
      if (view === null) throw new Problem("no-such-member");
      return presentView(view);
    }),
    mountRead(own.ownExit, async (snapshot, { actor }) => {
      const view = await queries.viewOf(snapshot, ownNumber(actor));
      if (view === null) throw new Problem("no-such-member");
      return presentOwn(view);
    }),
    mountWrite(contract.ask, {
      handle: async (work, { body }) => answered(work, await commands.ask(work, body, notify)),
    }),
    mountWrite(contract.approval, {
      handle: async (work, { params: { id }, body }) => {
        await commands.approve(work, { id, ...body }, notify);
        return answered(work, id);
      },
    }),
    mountWrite(contract.payment, {
      handle: async (work, { params: { id }, body }) => {
        await commands.pay(work, { id, ...body }, notify);
        return answered(work, id);
      },
    }),
    mountWrite(contract.withdrawal, {
      handle: async (work, { params: { id }, body: { reason } }) => {
        await commands.withdraw(work, { id, reason }, notify);
        return answered(work, id);
      },
    }),
  ];
}

function mountVoucher(issuing: DocumentIssuing): Mounted {
  return mountDocument(contract.voucher, {
    read: async (snapshot, scope, { language }) => {
      const heading = await readHeading(snapshot, scope);
      if (heading === null) throw new Problem("no-such-member");
      const row = await queries.paidExit(snapshot, scope.memberNo);
      const { asked_by, approved_by, paid_by } = row ?? {};
      const staff = [asked_by ?? "", approved_by ?? "", paid_by ?? ""];
      const exit = row && settledExit(row, await queries.namesOf(snapshot, staff));
      if (exit === null) throw new Problem("no-such-exit");
      return settlementVoucher({ heading, exit, language, publicUrl: issuing.publicUrl });
    },
    draw: (issue, { actor }) => drawIssued(issuing, actorName(actor), issue),
    issue: (work, issue) => issueDocument(work, issue, issuing.signer),
  });
}

async function answered(work: UnitOfWork, id: bigint) {
  const exit = await queries.exitAt(work, id);
  if (exit === null) throw new Problem("no-such-exit");
  return presentExit(exit);
}
