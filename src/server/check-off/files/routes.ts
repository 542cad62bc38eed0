import * as contract from "#shared/contract/check-off/files.ts";
import * as postingContract from "#shared/contract/check-off/posting.ts";
import { preview as previewEndpoint } from "#shared/contract/check-off/reading.ts";
import { previewSent } from "#server/imports/engine/file-faults.ts";
import { headingsDigest } from "#server/imports/engine/headings.ts";
import { checkOffLineSubject } from "#server/oversight/approvals/subjects.ts";
import { waitingRequests } from "#server/oversight/approvals/waiting-requests.ts";
import { shownBatch } from "#server/check-off/payroll/shown-batch.ts";
import type { FileReadingQueue } from "#server/imports/engine/file-reading-queue.ts";
import { actorName } from "#server/kernel/http/actor.ts";
import { type Mounted, mountRead, mountWrite } from "#server/kernel/http/mount.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import type { Snapshot } from "#server/kernel/platform/database.ts";
import { requestRepeat } from "#server/check-off/payroll/repeat-approval.ts";
import { ProgressBoard } from "#server/kernel/platform/progress.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import * as commands from "./commands.ts";
import * as present from "./present.ts";
import * as queries from "./queries.ts";
import { readSent } from "#server/check-off/payroll/file-lines.ts";

interface CheckOffOptions {
  /** Reads check-off files. */
  readonly reading: FileReadingQueue;
  readonly notify: Notify;
}

/** The employer's check-off files, from the upload to the last line out of suspense. */
export function checkOffRoutes(options: CheckOffOptions): Mounted[] {
  const board = new ProgressBoard();
  return [...mountReads(board), ...mountPreparing(options), ...mountPosting(options, board)];
}

async function figuresOf(snapshot: Snapshot, id: bigint, requester: string) {
  const found = await queries.batchWithFigures(snapshot, id, requester);
  if (found === null) throw new Problem("no-such-batch");
  return present.presentFigures(found);
}

async function shownOf(snapshot: Snapshot, id: bigint) {
  const shown = await shownBatch(snapshot, id);
  if (shown === null) throw new Problem("no-such-batch");
  return shown;
}

async function lineOf(snapshot: Snapshot, { batch, row }: { batch: bigint; row: bigint }) {
  const found = await queries.lineAt(snapshot, batch, row);
  if (found === null) throw new Problem("no-such-line");
  return present.presentLine(found);
}

/** Lines; those in suspense with the proposed destination, if any. */
async function withProposals(
  snapshot: Snapshot,
  { batch, lines, requester }: { batch: bigint; lines: queries.LineWithParts[]; requester: string },
) {
  const subjects = lines.map(({ line }) => checkOffLineSubject(batch, line.row_no));
  const waiting = await waitingRequests(snapshot, "check-off-placement", { subjects, requester });
  return lines.map((line, at) => {
    return present.presentLine(
      line,
      waiting.find(({ subject }) => subject === subjects[at]),
    );
  });
}

const posting = (id: bigint) => `check-off:${id}`;

function mountReads(board: ProgressBoard): Mounted[] {
  return [
    mountRead(contract.batches, async (snapshot, { query }) => {
      const { rows, isLast } = await queries.batchPage(snapshot, query.before);
      return {
        rows: rows.map(present.presentBatch),
        next: isLast ? "" : String(rows.at(-1)?.id ?? ""),
      };
    }),
    mountRead(contract.batch, async (snapshot, { params, actor }) => ({
      ...(await figuresOf(snapshot, params.batch, actorName(actor))),
      progress: board.of(posting(params.batch)),
      ...present.presentShown(await shownOf(snapshot, params.batch)),
    })),
    mountRead(contract.lines, async (snapshot, { params: { batch }, query, actor }) => {
      const { rows: lines, isLast } = await queries.linePage(snapshot, batch, query);
      return {
        rows: await withProposals(snapshot, { batch, lines, requester: actorName(actor) }),
        next: isLast ? "" : String(lines.at(-1)?.line.row_no ?? ""),
      };
    }),
  ];
}

function mountPreparing({ reading }: CheckOffOptions): Mounted[] {
  return [
    mountWrite(previewEndpoint, {
      prepare: ({ actor, query, file }) => previewSent(actorName(actor), file, query, reading),
      handle: async (work, _, seen) => {
        const remembered = await queries.rememberedPlaces(work, headingsDigest(seen.header));
        return present.presentPreview(seen, remembered);
      },
    }),
    mountWrite(contract.prepare, {
      prepare: ({ actor, query: { month: _, valueDate: __, repeats, ...query }, file }) => {
        const sent = { ...query, content: file, repeats: Number(repeats ?? 0) };
        return readSent(actorName(actor), sent, reading);
      },
      handle: async (work, { query, actor }, read) => {
        const { month, fileName, declared, valueDate } = query;
        const given = { month, fileName, declared, valueDate };
        const id = await commands.prepare(work, given, read);
        return figuresOf(work, id, actorName(actor));
      },
    }),
    mountWrite(postingContract.insist, {
      prepare: ({ actor, query: { month: _, reason: __, repeats, ...query }, file }) => {
        const sent = { ...query, content: file, repeats: Number(repeats ?? 0) };
        return readSent(actorName(actor), sent, reading);
      },
      handle: async (work, { query: { month, fileName, declared, reason } }, { rows, said }) => {
        const sent = { identity: { month, rows, said }, fileName, amount: declared, reason };
        return { approvalId: String(await requestRepeat(work, sent)) };
      },
    }),
    mountWrite(contract.decide, {
      handle: async (work, { params, body }) => {
        await commands.decide(work, { ...params, ...body });
        return lineOf(work, params);
      },
    }),
    mountWrite(contract.rematch, {
      handle: async (work, { params, actor }) => {
        await commands.rematch(work, params.batch);
        return figuresOf(work, params.batch, actorName(actor));
      },
    }),
    mountWrite(contract.setValueDate, {
      handle: async (work, { params, body, actor }) => {
        await commands.setValueDate(work, params.batch, body.valueDate);
        return figuresOf(work, params.batch, actorName(actor));
      },
    }),
    mountWrite(contract.discard, {
      handle: async (work, { params, body }) => {
        await commands.discard(work, { ...params, ...body });
        return { id: String(params.batch), state: "discarded" as const };
      },
    }),
  ];
}

function mountPosting({ notify }: CheckOffOptions, board: ProgressBoard): Mounted[] {
  return [
    mountWrite(postingContract.post, {
      handle: async (work, { params, body: { digest } }) => {
        await board.during(posting(params.batch), (tell) =>
          commands.postBatch(work, params.batch, { digest, notify, tell }),
        );
        return { id: String(params.batch), state: "posted" as const };
      },
    }),
  ];
}
