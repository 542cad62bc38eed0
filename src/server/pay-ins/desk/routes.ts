import * as contract from "#shared/contract/pay-ins/desk.ts";
import { payInSubject } from "#server/oversight/approvals/subjects.ts";
import { waitingRequests } from "#server/oversight/approvals/waiting-requests.ts";
import { actorName } from "#server/kernel/http/actor.ts";
import { type Mounted, mountRead, mountWrite } from "#server/kernel/http/mount.ts";
import { toWireAmount } from "#shared/money.ts";
import { type PayInConfig, reversingAccess } from "#server/kernel/platform/daraja-config.ts";
import type { Snapshot } from "#server/kernel/platform/database.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import * as commands from "./commands.ts";
import * as present from "./present.ts";
import * as queries from "./queries.ts";

/** The office's work on payments by M-Pesa. */
export function payInDeskRoutes(payIns: PayInConfig): Mounted[] {
  const mayReverse = reversingAccess(payIns) !== null;
  return [
    mountRead(contract.list, async (snapshot, { query }) => {
      const { tab = "suspense", search = "", after } = query;
      const tabs = after === undefined ? await queries.tabRows(snapshot) : [];
      const { rows, isLast } = await queries.pageOf(snapshot, { tab, search, after });
      return {
        tabs: tabs.map((one) => ({ ...one, amount: toWireAmount(one.amount) })),
        rows: rows.map(present.presentPayIn),
        next: isLast ? "" : String(rows.at(-1)?.id ?? ""),
      };
    }),
    mountRead(contract.details, async (snapshot, { params: { receipt }, actor }) => {
      const payIn = await queries.payInByReceipt(snapshot, receipt);
      if (payIn === null) throw new Problem("no-such-pay-in");
      const parts = await queries.partsAt(snapshot, payIn);
      const decisions = await queries.decisionsOf(snapshot, payIn.id);
      const likely = payIn.state === "suspense" ? await queries.likelyMembers(snapshot, payIn) : [];
      const reversal = await queries.reversalOf(snapshot, payIn.id);
      const waiting = await waitingOf(snapshot, receipt, actorName(actor));
      return {
        ...present.presentPayIn(payIn),
        receivedAt: payIn.received_at.toISOString(),
        parts: parts.map(present.presentPart),
        decisions: decisions.map(present.presentDecision),
        likely: likely.map(present.presentLikely),
        mayReverse,
        ...(reversal && { reversal: present.presentReversal(reversal) }),
        ...(waiting && { waiting }),
      };
    }),
    mountWrite(contract.requestPlacement, {
      handle: async (work, { params, body }) => {
        const id = await commands.requestPlacement(work, { ...params, ...body });
        return { approvalId: String(id) };
      },
    }),
    mountWrite(contract.requestMove, {
      handle: async (work, { params, body }) => {
        const id = await commands.requestMove(work, params, body.reason);
        return { approvalId: String(id) };
      },
    }),
    mountWrite(contract.requestReversal, {
      handle: async (work, { params: { receipt }, body: { reason } }) => {
        const id = await commands.requestReversal(work, receipt, { reason, mayReverse });
        return { approvalId: String(id) };
      },
    }),
    mountWrite(contract.failReversal, {
      handle: async (work, { params: { receipt }, body: { reason } }) => {
        await commands.failReversal(work, receipt, reason);
        return { receipt };
      },
    }),
    mountWrite(contract.requestReturn, {
      handle: async (work, { params, body: { returnReceipt, reason } }) => {
        const id = await commands.requestReturn(work, { ...params, returnReceipt }, reason);
        return { approvalId: String(id) };
      },
    }),
  ];
}

/** The request about a payment that waits for a second person; null if there is none. */
async function waitingOf(snapshot: Snapshot, receipt: string, requester: string) {
  for (const kind of contract.payInRequests) {
    const asked = { subjects: [payInSubject(receipt)], requester };
    const [found] = await waitingRequests(snapshot, kind, asked);
    if (found !== undefined) {
      const { id: approvalId, by, yours } = found;
      return { approvalId, kind, by, yours };
    }
  }
  return null;
}
