import * as contract from "#shared/contract/counter/tills.ts";
import { toWireAmount } from "#shared/money.ts";
import { tillSubject } from "#server/oversight/approvals/subjects.ts";
import { waitingRequests } from "#server/oversight/approvals/waiting-requests.ts";
import { actorName } from "#server/kernel/http/actor.ts";
import { type Mounted, mountRead, mountWrite } from "#server/kernel/http/mount.ts";
import type { Snapshot } from "#server/kernel/platform/database.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { floatOf } from "./approvals.ts";
import * as commands from "./commands.ts";
import * as present from "./present.ts";
import * as queries from "./queries.ts";

/** The tills: one's own, and all of them for the keeper of the safe. */
export function tillRoutes(): Mounted[] {
  return [...ownTill(), ...everyTill()];
}

function ownTill(): Mounted[] {
  return [
    mountRead(contract.own, async (snapshot, { actor }) => {
      const person = actorName(actor);
      const till = await queries.tillOf(snapshot, person);
      return till === null ? {} : { till: await ownDetails(snapshot, till, person) };
    }),
    mountWrite(contract.open, {
      handle: async (work, { body }) => {
        const { id, approvalId } = await commands.openTill(work, body.float);
        return { id: String(id), approvalId: approvalId === null ? "" : String(approvalId) };
      },
    }),
    mountWrite(contract.requestFloat, {
      handle: async (work, { body }) => ({
        approvalId: String(await commands.requestFloat(work, body.amount)),
      }),
    }),
    mountWrite(contract.countOwn, {
      handle: async (work, { body }) => presentCounted(await commands.countOwn(work, body.pieces)),
    }),
  ];
}

function everyTill(): Mounted[] {
  return [
    mountRead(contract.list, async (snapshot, { query: { tab = "open", after } }) => {
      const tabs = after === undefined ? await queries.tabRows(snapshot) : [];
      const { rows, isLast } = await queries.pageOf(snapshot, tab, after);
      return {
        tabs: tabs.map((one) => ({ ...one, amount: toWireAmount(one.amount) })),
        rows: rows.map(present.presentListed),
        next: isLast ? "" : String(rows.at(-1)?.id ?? ""),
      };
    }),
    mountRead(contract.one, async (snapshot, { params, actor }) => {
      const till = await queries.tillAt(snapshot, params.till);
      if (till === null) throw new Problem("no-such-till");
      const movements = await queries.movementsOf(snapshot, till.id);
      const counts = await queries.countsOf(snapshot, till.id);
      const handover = await waitingOf(snapshot, "till-handover", till.id, actorName(actor));
      return {
        ...present.presentListed(till),
        movements: movements.map(present.presentMovement),
        counts: counts.map(present.presentCount),
        ...(handover && { handover: handover.request }),
      };
    }),
    mountWrite(contract.countFor, {
      handle: async (work, { params, body }) =>
        presentCounted(await commands.countFor(work, params.till, body.pieces)),
    }),
  ];
}

function presentCounted({ approvalId, ...row }: Awaited<ReturnType<typeof commands.countOwn>>) {
  return { approvalId: String(approvalId), ...present.presentCount(row) };
}

async function ownDetails(snapshot: Snapshot, till: queries.TillRow, person: string) {
  const sums = await queries.sumsOf(snapshot, till.id);
  const count = till.state === "counted" ? await queries.lastCount(snapshot, till.id) : null;
  const float = await waitingOf(snapshot, "till-float", till.id, person);
  const handover = await waitingOf(snapshot, "till-handover", till.id, person);
  return {
    ...present.presentTill(till),
    sums: sums.map(({ kind, amount }) => ({ kind, amount: toWireAmount(amount) })),
    receipts: sums.find(({ kind }) => kind === "receipt")?.movements ?? 0,
    ...(count && { count: present.presentCount(count) }),
    ...(float && {
      float: { ...float.request, amount: toWireAmount(floatOf(float.payload).amount) },
    }),
    ...(handover && { handover: handover.request }),
  };
}

/** The request about a till that waits for a second person; null if there is none. */
async function waitingOf(
  snapshot: Snapshot,
  kind: "till-float" | "till-handover",
  tillId: bigint,
  requester: string,
) {
  const asked = { subjects: [tillSubject(tillId)], requester };
  const [found] = await waitingRequests(snapshot, kind, asked);
  if (found === undefined) return null;
  const { id: approvalId, by, yours, payload } = found;
  return { request: { approvalId, by, yours }, payload };
}
