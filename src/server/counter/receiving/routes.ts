import * as contract from "#shared/contract/counter/receiving.ts";
import { isVoid } from "#shared/receipt-states.ts";
import { maskedSearch } from "#shared/audited-search.ts";
import { readHeading } from "#server/kernel/documents/heading.ts";
import { issueDocument } from "#server/kernel/documents/issue.ts";
import { type DocumentIssuing, drawIssued } from "#server/kernel/documents/signed-drawing.ts";
import { receiptDocument } from "#server/counter/receipts/receipt-document.ts";
import { mountDocument } from "#server/kernel/http/mount-files.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import { receiptSubject } from "#server/oversight/approvals/subjects.ts";
import { waitingRequests } from "#server/oversight/approvals/waiting-requests.ts";
import { type Actor, actorName } from "#server/kernel/http/actor.ts";
import { type Mounted, mountRead, mountWrite } from "#server/kernel/http/mount.ts";
import type { Snapshot } from "#server/kernel/platform/database.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import * as commands from "./commands.ts";
import * as later from "#server/counter/receipts/later.ts";
import * as present from "./present.ts";
import { readsAll } from "./readable-receipts.ts";
import * as queries from "#server/counter/receipts/receipt-rows.ts";

interface ReceivingOptions extends DocumentIssuing {
  readonly notify: Notify;
}

/** Money received at the counter, and its receipts. */
export function receivingRoutes(options: ReceivingOptions): Mounted[] {
  const { notify } = options;
  return [
    mountPrint(options),
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
      const receiver = readsAll(actor) ? null : actorName(actor);
      const clearing = query.clearing !== undefined;
      const asked = { holder, receiver, search, clearing, after };
      const { rows, isLast } = await queries.pageOf(snapshot, asked);
      return {
        rows: rows.map(present.presentReceipt),
        next: isLast ? "" : String(rows.at(-1)?.id ?? ""),
      };
    }),
    mountRead(contract.one, async (snapshot, { params: { receipt }, actor }) => {
      const person = actorName(actor);
      const row = await requireReadable(snapshot, receipt, actor);
      const steps = await queries.stepsOf(snapshot, row.receipt_no);
      const waiting = await waitingOf(snapshot, row.receipt_no, person);
      return {
        ...present.presentReceipt(row),
        ...present.presentDetails(row),
        steps: steps.map(present.presentStep),
        ...(waiting && { waiting }),
      };
    }),
    ...documents(notify),
    ...laterSteps(notify),
  ];
}

/** The receipt on paper; one that no longer counts is not printed again. */
function mountPrint(issuing: DocumentIssuing): Mounted {
  return mountDocument(contract.print, {
    read: async (snapshot, scope, { params: { receiptNo }, body: { paper }, actor }) => {
      const heading = await readHeading(snapshot, scope);
      if (heading === null) throw new Problem("no-such-member");
      const row = await requireReadable(snapshot, receiptNo, actor);
      if (row.member_no !== heading.member_no) throw new Problem("no-such-receipt");
      if (isVoid(row.state)) throw new Problem("receipt-state");
      return receiptDocument({
        heading,
        row,
        paper,
        language: row.language,
        publicUrl: issuing.publicUrl,
      });
    },
    draw: (issue, { actor }) => drawIssued(issuing, actorName(actor), issue),
    issue: (work, issue) => issueDocument(work, issue, issuing.signer),
  });
}

/** Slips of the bank and cheques. */
function documents(notify: Notify): Mounted[] {
  return [
    mountWrite(contract.receiveSlip, {
      handle: async (work, { body: { date, ...slip } }) => {
        const given = { ...slip, date };
        const { receiptNo, approvalId } = await commands.receiveSlip(work, given, notify);
        return {
          receiptNo: receiptNo ?? "",
          approvalId: approvalId === null ? "" : String(approvalId),
        };
      },
    }),
    mountWrite(contract.takeCheque, {
      handle: async (work, { body }) => ({
        receiptNo: await commands.takeCheque(work, body, notify),
      }),
    }),
  ];
}

function laterSteps(notify: Notify): Mounted[] {
  return [
    mountWrite(contract.clear, {
      handle: async (work, { params: { receipt }, body: { amount } }) => {
        await later.clearCheque(work, receipt, { amount, notify });
        return { receiptNo: receipt };
      },
    }),
    mountWrite(contract.bounce, {
      handle: async (work, { params: { receipt }, body: { reason } }) => {
        await later.bounceCheque(work, receipt, { reason, notify });
        return { receiptNo: receipt };
      },
    }),
    mountWrite(contract.requestReversal, {
      handle: async (work, { params: { receipt }, body: { reason } }) => ({
        approvalId: String(await later.requestReversal(work, receipt, reason)),
      }),
    }),
  ];
}

/** The reversal of a receipt that waits for a second person; null if there is none. */
async function waitingOf(snapshot: Snapshot, receiptNo: string, requester: string) {
  const asked = { subjects: [receiptSubject(receiptNo)], requester };
  const [found] = await waitingRequests(snapshot, "counter-reversal", asked);
  return found === undefined ? null : { approvalId: found.id, by: found.by, yours: found.yours };
}

async function requireReadable(snapshot: Snapshot, receiptNo: string, actor: Actor) {
  const found = await requireReceipt(snapshot, receiptNo, actorName(actor));
  if (!found.is_own && !readsAll(actor)) throw new Problem("no-such-receipt");
  return found;
}

async function requireReceipt(snapshot: Snapshot, receiptNo: string, person = "") {
  const found = await queries.receiptAt(snapshot, receiptNo, person);
  if (found === null) throw new Problem("no-such-receipt");
  return found;
}
