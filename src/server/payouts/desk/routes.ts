import * as contract from "#shared/contract/payouts/desk.ts";
import { ask, cameBack } from "#shared/contract/payouts/questions.ts";
import { toWireAmount } from "#shared/money.ts";
import type { FileReadingQueue } from "#server/imports/engine/file-reading-queue.ts";
import { drawCsvRows } from "#server/kernel/documents/csv.ts";
import { actorName } from "#server/kernel/http/actor.ts";
import {
  Document,
  type Mounted,
  mountFile,
  mountRead,
  mountWrite,
} from "#server/kernel/http/mount.ts";
import { requestReturn, returnLinesOf, returnsOf } from "#server/payouts/queue/came-back.ts";
import { fileRowsOf, isFile, lastFiles } from "#server/payouts/queue/payout-files.ts";
import { nextFile } from "#server/payouts/queue/queue.ts";
import { shownPayout } from "#server/payouts/queue/shown-payout.ts";
import { payoutSubject } from "#server/oversight/approvals/subjects.ts";
import { waitingRequests } from "#server/oversight/approvals/waiting-requests.ts";
import type { PayoutConfig } from "#server/kernel/platform/daraja-config.ts";
import type { Snapshot, UnitOfWork } from "#server/kernel/platform/database.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import * as commands from "./commands.ts";
import * as present from "./present.ts";
import * as queries from "./queries.ts";

/** The columns of a file of results, with their names on the provider's page. */
const resultColumns = [
  { name: "reference", aliases: ["remarks", "narration", "account"], needed: true },
  {
    name: "receipt",
    aliases: ["receipt_no", "transaction_id", "transaction_receipt"],
    needed: true,
  },
  { name: "amount", aliases: ["paid", "transaction_amount"], needed: true },
  { name: "reason", aliases: ["status", "result", "description"], needed: false },
  { name: "phone", aliases: ["mobile", "msisdn"], needed: false },
  { name: "name", aliases: ["full_name"], needed: false },
];

type PayoutChannel = PayoutConfig["channel"];

interface PayoutDeskOptions {
  /** Reads files of results. */
  readonly reading: FileReadingQueue;
  /** The channel by which payments leave. */
  readonly channel: PayoutChannel;
}

/** The office's work on payments to phones. */
export function payoutDeskRoutes({ reading, channel }: PayoutDeskOptions): Mounted[] {
  return [
    mountRead(contract.list, async (snapshot, { query }) => {
      const { tab = "waiting", year, search, after } = query;
      const first = after === undefined ? await firstOf(snapshot, channel, year) : others;
      const asked = { tab, year, search, after: after ?? 0n };
      const { rows, isLast } = await queries.pageOf(snapshot, asked);
      return {
        ...first,
        rows: rows.map(present.presentPayout),
        next: isLast ? "" : String(rows.at(-1)?.id ?? ""),
      };
    }),
    mountRead(contract.details, async (snapshot, { params: { id }, actor }) => {
      const row = await queries.payoutAt(snapshot, id);
      if (row === null) throw new Problem("no-such-payout");
      const choices = await queries.choicesOf(snapshot, id);
      const mobileNow = await queries.whereTo(snapshot, choices.member_id);
      const steps = await queries.stepsOf(snapshot, id);
      const shown = await shownPayout(snapshot, id);
      const question = channel === "daraja" ? await queries.questionOf(snapshot, id) : null;
      const asked = { subjects: [payoutSubject(id)], requester: actorName(actor) };
      const [failing = null] = await waitingRequests(snapshot, "payout-failure", asked);
      const [returning = null] = await waitingRequests(snapshot, "payout-return", asked);
      const backAgain = {
        lines: await returnLinesOf(snapshot, id),
        returns: await returnsOf(snapshot, id),
        returning,
      };
      const found = { row, choices, mobileNow, steps, shown, question, failing, backAgain };
      return present.presentDetails(found);
    }),
    mountRead(contract.files, async (snapshot) => ({
      rows: (await lastFiles(snapshot)).map(present.presentFileSum),
    })),
    mountRead(contract.nextFile, async (snapshot) =>
      present.presentNextFile(await nextFile(snapshot)),
    ),
    mountWrite(contract.takeFile, {
      handle: async (work, { body: { shownDigest } }) => {
        const { id, payments, amount } = await commands.takeFile(work, shownDigest);
        return { id: String(id), payments, amount: toWireAmount(amount) };
      },
    }),
    mountFile(contract.file, {
      read: async (snapshot, { params: { id } }) => {
        if (!(await isFile(snapshot, id))) throw new Problem("no-such-payout-file");
        return fileRowsOf(snapshot, id);
      },
      draw: async (rows, { params: { id } }) =>
        new Document(
          "text/csv; charset=utf-8",
          `payouts-${id}.csv`,
          drawCsvRows(present.presentFile(rows)),
        ),
    }),
    mountWrite(contract.results, {
      prepare: ({ actor, file }) => reading.readTable(actorName(actor), file, resultColumns),
      handle: async (work, { params: { id } }, table) =>
        present.presentClaim(await commands.claimResults(work, id, table)),
    }),
    mountWrite(contract.mark, {
      handle: (work, { params: { id }, body }) =>
        answered(work, id, () => commands.markOne(work, id, body)),
    }),
    ...mountDecisions(channel),
  ];
}

/** The calls that decide about one payment. */
function mountDecisions(channel: PayoutChannel): Mounted[] {
  return [
    mountWrite(ask, {
      handle: async (work, { params: { id } }) => {
        await commands.ask(work, id, channel);
        return { id: String(id) };
      },
    }),
    mountWrite(cameBack, {
      handle: async (work, { params: { id }, body }) => ({
        approvalId: String(await requestReturn(work, id, body)),
      }),
    }),
    mountWrite(contract.confirmation, {
      handle: (work, { params: { id }, body }) =>
        answered(work, id, () => commands.confirm(work, { id, ...body })),
    }),
    mountWrite(contract.retry, {
      handle: (work, { params: { id }, body }) =>
        answered(work, id, () => commands.retry(work, { id, ...body })),
    }),
    mountWrite(contract.toShares, {
      handle: (work, { params: { id }, body }) =>
        answered(work, id, () => commands.toShares(work, { id, ...body })),
    }),
    mountWrite(contract.toAccount, {
      handle: (work, { params: { id }, body }) =>
        answered(work, id, () => commands.toAccount(work, { id, ...body })),
    }),
    mountWrite(contract.inCash, {
      handle: (work, { params: { id }, body }) =>
        answered(work, id, () => commands.inCash(work, { id, ...body })),
    }),
  ];
}

/** Runs it, and returns the payment afterwards. */
async function answered(work: UnitOfWork, id: bigint, act: () => Promise<void>) {
  await act();
  const row = await queries.payoutAt(work, id);
  if (row === null) throw new Error(`there is no payout ${id}`);
  return present.presentPayout(row);
}

const others = { years: [], tabs: [] };

/** The additions of the first page: the tabs, the years, and the state of the queue. */
async function firstOf(snapshot: Snapshot, channel: PayoutChannel, year: number | undefined) {
  const tabs = present.presentTabs(await queries.tabRows(snapshot, year));
  const queue = { channel, ...(await queries.queueOf(snapshot)) };
  return { years: await queries.yearsOf(snapshot), tabs, queue };
}
