import { kindsDecidedBy } from "#shared/approval-kinds.ts";
import * as contract from "#shared/contract/oversight/approvals.ts";
import type { ApprovalKind } from "#server/oversight/approvals/approval-kind.ts";
import { type Actor, actorName, type SignedIn } from "#server/kernel/http/actor.ts";
import { type Mounted, mountRead, mountWrite } from "#server/kernel/http/mount.ts";
import type { Wake } from "#server/messaging/outbox/enqueue.ts";
import type { Snapshot } from "#server/kernel/platform/database.ts";
import { Refusal } from "#server/kernel/platform/refusal.ts";
import * as commands from "./commands.ts";
import { factsOf, presentApproval } from "./present.ts";
import { approvalAt, pageOf, visibleApprovalAt } from "./queries.ts";

/** The requests that wait for a second person, whatever they are about. */
export function approvalRoutes(registered: readonly ApprovalKind[], wake: Wake): Mounted[] {
  const kinds: commands.ApprovalKinds = new Map(registered.map((kind) => [kind.name, kind]));
  const after = async (snapshot: Snapshot, id: bigint, asker: SignedIn) => {
    const row = await approvalAt(snapshot, id, actorName(asker));
    if (row === null) throw new Refusal("no-such-approval");
    return presentApproval(row, await factsOf(snapshot, row, kinds), asker);
  };
  return [
    mountRead(contract.list, async (snapshot, { actor, query }) => {
      const asker = signedIn(actor);
      const { list = "waiting", after: from = 0n } = query;
      const asked = { ...seenBy(asker), list, after: from };
      const { rows, isLast } = await pageOf(snapshot, asked);
      const presented = [];
      for (const row of rows) {
        presented.push(presentApproval(row, await factsOf(snapshot, row, kinds), asker));
      }
      return { rows: presented, next: isLast ? "" : (presented.at(-1)?.id ?? "") };
    }),
    mountRead(contract.one, async (snapshot, { actor, params: { approvalId: id } }) => {
      const asker = signedIn(actor);
      const row = await visibleApprovalAt(snapshot, id, seenBy(asker));
      if (row === null) throw new Refusal("no-such-approval");
      return presentApproval(row, await factsOf(snapshot, row, kinds), asker);
    }),
    mountWrite(contract.approve, {
      handle: async (work, { actor, params: { approvalId: id }, body: { digest } }) => {
        await commands.approve(work, { id, digest, actor: signedIn(actor), kinds, wake });
        return after(work, id, signedIn(actor));
      },
    }),
    mountWrite(contract.reject, {
      handle: async (work, { actor, params: { approvalId: id }, body: { reason } }) => {
        await commands.reject(work, { id, reason, actor: signedIn(actor), kinds, wake });
        return after(work, id, signedIn(actor));
      },
    }),
    mountWrite(contract.withdraw, {
      handle: async (work, { actor, params: { approvalId: id } }) => {
        await commands.withdraw(work, { id, kinds, wake });
        return after(work, id, signedIn(actor));
      },
    }),
  ];
}

/** Who asks, and which kinds of request their role may decide. */
function seenBy(asker: SignedIn) {
  const kinds = asker.role === null ? [] : kindsDecidedBy(asker.role);
  return { actor: actorName(asker), kinds };
}

function signedIn(actor: Actor): SignedIn {
  if (actor.kind === "anyone") throw new Refusal("not-signed-in");
  return actor;
}
