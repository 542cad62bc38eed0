import { kindsDecidedBy } from "#shared/approval-kinds.ts";
import * as contract from "#shared/contract/oversight/approvals.ts";
import type { ApprovalKind } from "#server/oversight/approvals/approval-kind.ts";
import { type Actor, actorName, type SignedIn } from "#server/kernel/http/actor.ts";
import { type Mounted, mountRead, mountWrite } from "#server/kernel/http/mount.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import type { Snapshot } from "#server/kernel/platform/database.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import * as commands from "./commands.ts";
import { factsOf, presentApproval } from "./present.ts";
import { approvalAt, pageOf, visibleApprovalAt } from "./queries.ts";

/** The requests that wait for a second person, of every kind. */
export function approvalRoutes(registered: readonly ApprovalKind[], notify: Notify): Mounted[] {
  const kinds: commands.ApprovalKinds = new Map(registered.map((kind) => [kind.name, kind]));
  const after = async (snapshot: Snapshot, id: bigint, requester: SignedIn) => {
    const row = await approvalAt(snapshot, id, actorName(requester));
    if (row === null) throw new Problem("no-such-approval");
    return presentApproval(row, await factsOf(snapshot, row, kinds), requester);
  };
  return [
    mountRead(contract.list, async (snapshot, { actor, query }) => {
      const requester = signedIn(actor);
      const { list = "waiting", after: from = 0n } = query;
      const asked = { ...seenBy(requester), list, after: from };
      const { rows, isLast } = await pageOf(snapshot, asked);
      const presented = [];
      for (const row of rows) {
        presented.push(presentApproval(row, await factsOf(snapshot, row, kinds), requester));
      }
      return { rows: presented, next: isLast ? "" : (presented.at(-1)?.id ?? "") };
    }),
    mountRead(contract.one, async (snapshot, { actor, params: { approvalId: id } }) => {
      const requester = signedIn(actor);
      const row = await visibleApprovalAt(snapshot, id, seenBy(requester));
      if (row === null) throw new Problem("no-such-approval");
      return presentApproval(row, await factsOf(snapshot, row, kinds), requester);
    }),
    mountWrite(contract.approve, {
      handle: async (work, { actor, params: { approvalId: id }, body: { digest } }) => {
        await commands.approve(work, { id, digest, actor: signedIn(actor), kinds, notify });
        return after(work, id, signedIn(actor));
      },
    }),
    mountWrite(contract.reject, {
      handle: async (work, { actor, params: { approvalId: id }, body: { reason } }) => {
        await commands.reject(work, { id, reason, actor: signedIn(actor), kinds, notify });
        return after(work, id, signedIn(actor));
      },
    }),
    mountWrite(contract.withdraw, {
      handle: async (work, { actor, params: { approvalId: id } }) => {
        await commands.withdraw(work, { id, kinds, notify });
        return after(work, id, signedIn(actor));
      },
    }),
  ];
}

/** The caller, and the kinds of request their role may decide. */
function seenBy(requester: SignedIn) {
  const kinds = requester.role === null ? [] : kindsDecidedBy(requester.role);
  return { actor: actorName(requester), kinds };
}

function signedIn(actor: Actor): SignedIn {
  if (actor.kind === "anyone") throw new Problem("not-signed-in");
  return actor;
}
