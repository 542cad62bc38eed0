import * as contract from "#shared/contract/payouts/bank.ts";
import * as cheques from "#shared/contract/payouts/cheques.ts";
import { toWireAmount } from "#shared/money.ts";
import { drawCsvRows } from "#server/kernel/documents/csv.ts";
import { actorName } from "#server/kernel/http/actor.ts";
import {
  Document,
  type Mounted,
  mountFile,
  mountRead,
  mountWrite,
} from "#server/kernel/http/mount.ts";
import { memberSummaryOf } from "#server/members/membership/member-summary.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import { chequeSubject } from "#server/oversight/approvals/subjects.ts";
import { waitingRequests } from "#server/oversight/approvals/waiting-requests.ts";
import type { Table } from "#server/imports/engine/read-table.ts";
import type { FileReadingQueue } from "#server/imports/engine/file-reading-queue.ts";
import type { Snapshot, UnitOfWork } from "#server/kernel/platform/database.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import {
  bankSubject,
  currentDetails,
  requestDetails,
} from "#server/payouts/transfers/bank-details.ts";
import * as chequeRows from "#server/payouts/transfers/cheque-rows.ts";
import { handOver, requestStop } from "#server/payouts/transfers/cheques.ts";
import * as commands from "#server/payouts/transfers/eft-files.ts";
import * as rows from "#server/payouts/transfers/eft-rows.ts";
import * as payables from "#server/payouts/transfers/payable-by-bank.ts";
import * as present from "./present.ts";
import { matchResults, type ReadResults, referencesIn, resultColumns } from "./results-file.ts";

interface BankOptions {
  readonly notify: Notify;
  /** Reads the bank's files of results. */
  readonly reading: FileReadingQueue;
}

/** Bank details of members, and the files in which payouts go to the bank. */
export function bankRoutes(options: BankOptions): Mounted[] {
  return [
    ...mountDetails(options),
    ...mountReads(),
    ...mountWrites(),
    ...mountFiles(options),
    ...mountCheques(),
  ];
}

function mountDetails({ notify }: BankOptions): Mounted[] {
  return [
    mountRead(contract.bankDetails, async (snapshot, { params: { memberNo }, actor }) => {
      const member = await memberSummaryOf(snapshot, memberNo);
      if (member === null) throw new Problem("no-such-member");
      const current = await currentDetails(snapshot, member.memberNo);
      const [waiting] = await waitingOf(snapshot, bankSubject(member.memberNo), actorName(actor));
      return {
        memberNo: member.memberNo,
        fullName: member.fullName,
        ...(current !== null && { current: present.presentDetails(current) }),
        ...(waiting !== undefined && { waiting }),
      };
    }),
    mountWrite(contract.requestBankDetails, {
      handle: async (work, { params, body }) => ({
        approvalId: String(await requestDetails(work, params.memberNo, body, notify)),
      }),
    }),
  ];
}

const kinds = ["bank-details", "eft-file", "eft-results", "eft-take-back"] as const;

async function waitingOf(snapshot: Snapshot, subject: string, requester: string) {
  const found = [];
  for (const kind of kinds) {
    found.push(...(await waitingRequests(snapshot, kind, { subjects: [subject], requester })));
  }
  return found.map(({ id, by, yours }) => ({ approvalId: id, by, yours }));
}

function mountReads(): Mounted[] {
  return [
    mountRead(contract.eftQueue, async (snapshot, { actor }) => {
      const next = await commands.nextFileOf(snapshot, actorName(actor));
      return {
        debitAccount: await commands.debitAccountOf(snapshot),
        ...present.presentPayables(next.rows),
        isStale: next.isStale,
        later: present.presentPayables(next.later),
        without: await payables.payoutsWithout(snapshot),
        waiting: (await payables.waitingPayouts(snapshot, present.FIRST)).map(
          present.presentWaiting,
        ),
        approvalId: next.approvalId,
      };
    }),
    mountRead(contract.eftFiles, async (snapshot) => ({
      rows: (await rows.lastEftFiles(snapshot)).map(present.presentFile),
    })),
    mountRead(contract.eftFile, async (snapshot, { params: { id }, actor }) => {
      const found = await fileAt(snapshot, id);
      return {
        ...present.presentFile(found),
        waiting: await waitingOf(snapshot, commands.eftSubject(id), actorName(actor)),
        lines: (await rows.eftLinesOf(snapshot, id)).map(present.presentLine),
      };
    }),
    mountFile(contract.eftDownload, {
      read: async (snapshot, { params: { id } }) => {
        const file = await fileAt(snapshot, id);
        // Its payments are now in other files, and the bank would pay them twice.
        if (file.taken_back) throw new Problem("payout-state");
        return present.fileCells(file, await rows.eftLinesOf(snapshot, id));
      },
      draw: async (cells, { params: { id } }) =>
        new Document("text/csv; charset=utf-8", `eft-${id}.csv`, drawCsvRows(cells)),
    }),
  ];
}

async function fileAt(snapshot: Snapshot, id: bigint) {
  const found = await rows.eftFileAt(snapshot, id);
  if (found === null) throw new Problem("no-such-payout-file");
  return found;
}

function mountWrites(): Mounted[] {
  return [
    mountWrite(contract.requestEftFile, {
      handle: async (work) => ({
        approvalId: String(await commands.requestFile(work)),
      }),
    }),
    mountWrite(contract.eftResults, {
      handle: async (work, { params, body }) => ({
        approvalId: String(await commands.requestResults(work, params.id, body.rows)),
      }),
    }),
    mountWrite(contract.eftTakeBack, {
      handle: async (work, { params, body }) => ({
        approvalId: String(await commands.requestTakeBack(work, params.id, body.reason)),
      }),
    }),
  ];
}

function mountFiles({ reading }: BankOptions): Mounted[] {
  return [
    mountWrite(contract.eftResultsReading, {
      prepare: ({ actor, file }) => reading.readTable(actorName(actor), file, resultColumns),
      handle: async (work, { params: { id } }, table) =>
        present.presentResults(await readResults(work, id, table)),
    }),
    mountWrite(contract.eftResultsFile, {
      prepare: ({ actor, file }) => reading.readTable(actorName(actor), file, resultColumns),
      handle: async (work, { params: { id } }, table) => {
        const { told } = await readResults(work, id, table);
        const results = told.map(({ result }) => result);
        return { approvalId: String(await commands.requestResults(work, id, results)) };
      },
    }),
  ];
}

async function readResults(work: UnitOfWork, id: bigint, table: Table): Promise<ReadResults> {
  await commands.openFile(work, id);
  const lines = await rows.eftLinesOf(work, id);
  const references = await rows.compareReferences(work, referencesIn(table));
  return matchResults(table, { id, lines, references });
}

/** The register of the cheques that the society wrote. */
function mountCheques(): Mounted[] {
  return [
    mountRead(cheques.list, async (snapshot, { query, actor }) => {
      const { tab = "written", search, after } = query;
      const tabs = after === undefined ? await chequeRows.tabRows(snapshot) : [];
      const { rows: found, isLast } = await chequeRows.pageOf(snapshot, { tab, search, after });
      const subjects = found.map(({ id }) => chequeSubject(id));
      const asked = { subjects, requester: actorName(actor) };
      const requests = await waitingRequests(snapshot, "cheque-stop", asked);
      const bySubject = new Map(requests.map((one) => [one.subject, one]));
      return {
        tabs: tabs.map((one) => ({ ...one, amount: toWireAmount(one.amount) })),
        rows: found.map((row) =>
          present.presentCheque(row, bySubject.get(chequeSubject(row.id)) ?? null),
        ),
        next: isLast ? "" : String(found.at(-1)?.id ?? ""),
      };
    }),
    mountWrite(cheques.handOver, {
      handle: async (work, { params: { id }, body: { to } }) => {
        await handOver(work, id, to);
        return { id: String(id) };
      },
    }),
    mountWrite(cheques.stop, {
      handle: async (work, { params: { id }, body: { reason } }) => ({
        approvalId: String(await requestStop(work, id, reason)),
      }),
    }),
  ];
}
