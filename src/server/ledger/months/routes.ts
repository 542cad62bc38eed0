import * as contract from "#shared/contract/ledger/months.ts";
import { actorName } from "#server/kernel/http/actor.ts";
import { type Mounted, mountRead, mountWrite } from "#server/kernel/http/mount.ts";
import { cleanRun } from "#server/ledger/journal/clean-run.ts";
import { closedUntil } from "#server/ledger/journal/closed-books.ts";
import { trialBalance } from "#server/ledger/journal/trial-balance.ts";
import type { Snapshot, UnitOfWork } from "#server/kernel/platform/database.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import * as commands from "./commands.ts";
import { presentClose, presentListed, presentUnreconciled } from "./present.ts";
import * as queries from "./queries.ts";
import { isBalanced } from "./trial-balance.ts";

/** Closing months: prepared by one person, approved by another. */
export function monthRoutes(): Mounted[] {
  return [...mountCloses(), ...mountReopening()];
}

async function due(snapshot: Snapshot) {
  const found = await queries.monthDue(snapshot);
  if (found?.is_due !== true) return null;
  return {
    month: found.month,
    reconciled: (await cleanRun(snapshot)) !== null,
    balanced: isBalanced(await trialBalance(snapshot, found.ends)),
    unreconciled: presentUnreconciled(await queries.unreconciledOn(snapshot, found.ends)),
    open: await queries.openMatters(snapshot),
  };
}

async function listed(snapshot: Snapshot, requester: string) {
  const rows = [];
  for (const row of await queries.closes(snapshot)) {
    rows.push(presentListed(row, requester, await queries.shownClose(snapshot, row)));
  }
  return rows;
}

async function closeOf(work: UnitOfWork, id: bigint) {
  const found = await queries.closeAt(work, id);
  if (found === null) throw new Problem("no-such-close");
  return presentClose(found, work.actor);
}

function mountCloses(): Mounted[] {
  return [
    mountRead(contract.list, async (snapshot, { actor }) => ({
      closedUntil: (await closedUntil(snapshot)) ?? "",
      due: await due(snapshot),
      rows: await listed(snapshot, actorName(actor)),
    })),
    mountWrite(contract.prepare, {
      handle: async (work, { body }) => {
        return closeOf(work, await commands.prepare(work, { ...body, by: work.actor }));
      },
    }),
    mountWrite(contract.approval, {
      handle: async (work, { params: { id }, body }) => {
        await commands.approve(work, { id, ...body });
        return closeOf(work, id);
      },
    }),
    mountWrite(contract.withdrawal, {
      handle: async (work, { params: { id } }) => {
        await commands.withdraw(work, id);
        return closeOf(work, id);
      },
    }),
  ];
}

function mountReopening(): Mounted[] {
  return [
    mountWrite(contract.reopening, {
      handle: async (work, { params: { id }, body: { reason } }) => {
        await commands.askToReopen(work, id, { reason, by: work.actor });
        return closeOf(work, id);
      },
    }),
    mountWrite(contract.reopened, {
      handle: async (work, { params: { id }, body }) => {
        await commands.reopen(work, { id, ...body });
        return closeOf(work, id);
      },
    }),
    mountWrite(contract.keptClosed, {
      handle: async (work, { params: { id }, body }) => {
        await commands.keepClosed(work, { id, ...body });
        return closeOf(work, id);
      },
    }),
  ];
}
