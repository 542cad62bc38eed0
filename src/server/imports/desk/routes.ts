import { insist } from "#shared/contract/imports/desk.ts";
import * as mending from "#shared/contract/imports/corrections.ts";
import * as posting from "#shared/contract/imports/posting.ts";
import * as contract from "#shared/contract/imports/desk.ts";
import { drawCsvRows } from "#server/kernel/documents/csv.ts";
import { importExamples } from "#server/imports/engine/examples.ts";
import type { FileReadingQueue } from "#server/imports/engine/file-reading-queue.ts";
import { actorName } from "#server/kernel/http/actor.ts";
import {
  Document,
  type Mounted,
  mountFile,
  mountRead,
  mountWrite,
} from "#server/kernel/http/mount.ts";
import type { Snapshot } from "#server/kernel/platform/database.ts";
import type { Limits } from "#server/kernel/platform/limits.ts";
import { ProgressBoard } from "#server/kernel/platform/progress.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { requestInsistence } from "./approvals.ts";
import * as commands from "./commands.ts";
import * as present from "./present.ts";
import * as queries from "./queries.ts";
import { preview, seeFile } from "./file-preview.ts";

const CSV = "text/csv; charset=utf-8";

interface ImportOptions {
  readonly limits: Limits;
  /** Reads the files. */
  readonly reading: FileReadingQueue;
}

/** Files of a society's history and register on the page, from the upload to undoing them. */
export function importRoutes(options: ImportOptions): Mounted[] {
  const board = new ProgressBoard();
  return [
    ...mountReads(options, board),
    ...mountPreparing(options, board),
    ...mountPosting(options, board),
  ];
}

const atWork = (id: bigint) => `import:${id}`;

async function detailOf(snapshot: Snapshot, id: bigint, requester: string, progress = 0) {
  const found = await queries.importDetail(snapshot, id, requester);
  if (found === null) throw new Problem("no-such-import");
  return { ...present.presentDetail(found), progress };
}

function mountReads({ reading }: ImportOptions, board: ProgressBoard): Mounted[] {
  return [
    mountRead(contract.list, async (snapshot, { query }) => {
      const { rows, isLast } = await queries.importPage(snapshot, query.before);
      return {
        rows: rows.map(present.presentImport),
        next: isLast ? "" : String(rows.at(-1)?.id ?? ""),
      };
    }),
    mountRead(contract.one, (snapshot, { params, actor }) => {
      const { importId } = params;
      return detailOf(snapshot, importId, actorName(actor), board.of(atWork(importId)));
    }),
    mountRead(contract.findings, async (snapshot, { params, query }) => {
      if ((await queries.importExists(snapshot, params.importId)) === null) {
        throw new Problem("no-such-import");
      }
      const { rows, isLast } = await queries.findingPage(snapshot, params.importId, query.after);
      return {
        rows: rows.map(present.presentFinding),
        next: isLast ? "" : String(rows.at(-1)?.place ?? ""),
      };
    }),
    mountFile(contract.faultsFile, {
      read: async (snapshot, { params }) => {
        if ((await queries.importExists(snapshot, params.importId)) === null) {
          throw new Problem("no-such-import");
        }
        const found = await queries.faultyFile(snapshot, params.importId, params.file);
        if (found === null || found.content === null) throw new Problem("no-such-file");
        return { ...found, content: found.content };
      },
      draw: async ({ name, content, reading: known, faults }, { actor, language }) => {
        const wanted = faults.map(({ row }) => row);
        const rows = await reading.rowsOf(actorName(actor), { content, known }, wanted);
        const file = present.faultsCsv(rows, faults, language);
        return new Document(CSV, present.faultsName(name), file);
      },
    }),
    mountFile(contract.sample, {
      read: async () => null,
      draw: async (_, { params }) =>
        new Document(CSV, `${params.kind}.csv`, drawCsvRows(importExamples[params.kind])),
    }),
  ];
}

function mountPreparing({ limits, reading }: ImportOptions, board: ProgressBoard): Mounted[] {
  return [
    mountWrite(contract.upload, {
      prepare: ({ actor, query, file }) =>
        seeFile(actorName(actor), { ...query, content: file }, reading),
      handle: async (work, { query, actor }, seen) => {
        const by = actorName(actor);
        const id = await commands.takeIn(work, seen, { ...query, by }, limits);
        return detailOf(work, id, by);
      },
    }),
    mountWrite(contract.reread, {
      handle: async (work, { params, body, actor }) => {
        const by = actorName(actor);
        await commands.rereadFile(work, { ...params, by, chosen: body }, reading);
        return detailOf(work, params.importId, by);
      },
    }),
    mountWrite(contract.map, {
      handle: async (work, { params, body, actor }) => {
        const by = actorName(actor);
        const { places, days = {}, asOf = null } = body;
        const { expectedRows: rows = null, expectedAmount: amount = null } = body;
        const mapping = { ...params, by, places, days, rows, amount, asOf };
        await board.during(atWork(params.importId), (tell) =>
          commands.mapFile(work, mapping, { reading, tell }),
        );
        return detailOf(work, params.importId, by);
      },
    }),
    ...mountCorrections({ limits, reading }, board),
    mountWrite(insist, {
      handle: async (work, { params, body }) => ({
        approvalId: String(await requestInsistence(work, { ...params, ...body })),
      }),
    }),
    mountWrite(contract.remove, {
      handle: async (work, { params, actor }) => {
        const by = actorName(actor);
        await board.during(atWork(params.importId), (tell) =>
          commands.removeFile(work, { ...params, by }, { reading, tell }),
        );
        return detailOf(work, params.importId, by);
      },
    }),
    mountWrite(contract.send, {
      handle: async (work, { params, actor }) => {
        await commands.send(work, { ...params, by: actorName(actor) });
        return { id: String(params.importId), state: "prepared" as const };
      },
    }),
    mountWrite(contract.discard, {
      handle: async (work, { params, body, actor }) => {
        await commands.discard(work, { ...params, ...body, by: actorName(actor) });
        return { id: String(params.importId), state: "discarded" as const };
      },
    }),
  ];
}

function mountCorrections({ limits, reading }: ImportOptions, board: ProgressBoard): Mounted[] {
  return [
    mountWrite(mending.preview, {
      prepare: ({ actor, file }) => preview(actorName(actor), file, reading),
      handle: async (work, { params, actor, file: mended }, { rows }) => {
        const given = { ...params, mended, by: actorName(actor) };
        const found = await commands.readCorrections(work, given, reading);
        return present.presentCorrection(found.mending, rows);
      },
    }),
    mountWrite(mending.meanRepeats, {
      handle: async (work, { params, body, actor }) => {
        const by = actorName(actor);
        await board.during(atWork(params.importId), (tell) =>
          commands.meanRepeats(work, { ...params, ...body, by }, { reading, tell }),
        );
        return detailOf(work, params.importId, by);
      },
    }),
    mountWrite(mending.mend, {
      prepare: ({ actor, file }) => preview(actorName(actor), file, reading),
      handle: async (work, { params, actor, file: mended }) => {
        const by = actorName(actor);
        await board.during(atWork(params.importId), (tell) =>
          commands.mend(work, { ...params, mended, by }, { reading, limits, tell }),
        );
        return detailOf(work, params.importId, by);
      },
    }),
  ];
}

function mountPosting({ reading }: ImportOptions, board: ProgressBoard): Mounted[] {
  return [
    mountWrite(posting.giveBack, {
      handle: async (work, { params, body, actor }) => {
        await commands.giveBack(work, { ...params, ...body, by: actorName(actor) });
        return { id: String(params.importId), state: "draft" as const };
      },
    }),
    mountWrite(posting.post, {
      handle: async (work, { params, body, actor }) => {
        const given = { ...params, ...body, by: actorName(actor) };
        const refused = await board.during(atWork(params.importId), (tell) =>
          commands.post(work, given, { reading, tell }),
        );
        return refused ?? { id: String(params.importId), state: "posted" as const };
      },
    }),
    mountWrite(posting.undo, {
      handle: async (work, { params, body, actor }) => {
        await board.during(atWork(params.importId), (tell) =>
          commands.undo(work, { ...params, ...body, by: actorName(actor) }, tell),
        );
        return { id: String(params.importId), state: "undone" as const };
      },
    }),
  ];
}
