import * as contract from "#shared/contract/treasury/movements.ts";
import { treasuryWords } from "#shared/messages/treasury/treasury.ts";
import { toWireAmount, ZERO_CENTS } from "#shared/money.ts";
import { treasuryKindNames } from "#shared/treasury-kinds.ts";
import { streamCsvRows } from "#server/kernel/documents/csv.ts";
import { readEvidence } from "#server/kernel/documents/evidence.ts";
import { actorName } from "#server/kernel/http/actor.ts";
import {
  Document,
  type Mounted,
  mountFile,
  mountRead,
  mountWrite,
} from "#server/kernel/http/mount.ts";
import { mountStream, type ReadPart } from "#server/kernel/http/mount-files.ts";
import type { Snapshot } from "#server/kernel/platform/database.ts";
import { fieldProblem, Problem } from "#server/kernel/platform/problem.ts";
import { closedUntil } from "#server/ledger/journal/closed-books.ts";
import { treasurySubject } from "#server/oversight/approvals/subjects.ts";
import { waitingRequests } from "#server/oversight/approvals/waiting-requests.ts";
import { attachmentAt, keepAttachment } from "#server/treasury/movements/attachments.ts";
import { enterMovement, requestReversal } from "#server/treasury/movements/enter.ts";
import { filesOf } from "#server/treasury/movements/movement-rows.ts";
import { standingOf } from "#server/treasury/movements/movement-limit.ts";
import { movementCells, presentDetail, presentListed } from "./present.ts";
import * as queries from "./queries.ts";

const PAGE = 50;
const PAGE_OF_FILE = 1000;

/** The society's own money: entered by one person, approved by another. */
export function treasuryRoutes(): Mounted[] {
  return [...mountReads(), ...mountWrites(), ...mountFiles()];
}

/** The filters of a caller, who leaves out those that stay at their default. */
type AskedQuery = { readonly [Name in keyof queries.Asked]?: queries.Asked[Name] | undefined };

const askedOf = ({ tab = "waiting", kind, from, to, search = "" }: AskedQuery): queries.Asked => {
  return { tab, kind, from, to, search };
};

function mountReads(): Mounted[] {
  return [
    mountRead(contract.list, async (snapshot, { query: { after, ...query } }) => {
      const asked = askedOf(query);
      const tabs = after === undefined ? await queries.tabRows(snapshot, asked) : [];
      const { rows, isLast } = await queries.pageOf(snapshot, asked, { after, size: PAGE });
      return {
        tabs: tabs.map((one) => ({ ...one, amount: toWireAmount(one.amount) })),
        rows: rows.map(presentListed),
        next: isLast ? "" : String(rows.at(-1)?.id ?? ""),
      };
    }),
    mountRead(contract.details, async (snapshot, { params: { id }, actor }) => {
      const row = await queries.detailOf(snapshot, id);
      if (row === null) throw new Problem("no-such-movement");
      const waiting = await waitingOf(snapshot, id, actorName(actor));
      return {
        ...presentDetail(row, await filesOf(snapshot, id)),
        ...(waiting !== null && { waiting }),
      };
    }),
    mountRead(contract.position, positionOf),
  ];
}

/** The request about a movement that waits for a second person; null if there is none. */
async function waitingOf(snapshot: Snapshot, id: bigint, requester: string) {
  for (const kind of ["treasury-movement", "treasury-reversal"] as const) {
    const asked = { subjects: [treasurySubject(id)], requester };
    const [found] = await waitingRequests(snapshot, kind, asked);
    if (found !== undefined) return { approvalId: found.id, by: found.by, yours: found.yours };
  }
  return null;
}

async function positionOf(snapshot: Snapshot) {
  const held = await queries.heldAccounts(snapshot);
  const amountOf = (code: string) =>
    toWireAmount(held.find((one) => one.code === code)?.balance ?? ZERO_CENTS);
  const most = [];
  for (const kind of treasuryKindNames) {
    const standing = await standingOf(snapshot, kind);
    if (standing !== null) most.push({ kind, amount: toWireAmount(standing) });
  }
  return {
    today: held[0]?.today ?? "",
    closedUntil: (await closedUntil(snapshot)) ?? "",
    bank: amountOf("bank"),
    mpesa: amountOf("mobile-money"),
    cash: amountOf("cash"),
    checkOffDue: amountOf("check-off-clearing"),
    most,
    taxDue: (await queries.taxDue(snapshot)).map((row) => ({
      withheldOn: row.withheld_on,
      dueOn: row.due_on,
      amount: toWireAmount(row.amount),
    })),
  };
}

function mountWrites(): Mounted[] {
  return [
    mountWrite(contract.enter, {
      handle: async (work, { body }) => {
        const { id, approvalId } = await enterMovement(work, body);
        return { id: String(id), approvalId: String(approvalId) };
      },
    }),
    mountWrite(contract.requestReversal, {
      handle: async (work, { params, body }) => {
        const approvalId = await requestReversal(work, params.id, body.reason);
        return { approvalId: String(approvalId) };
      },
    }),
    mountWrite(contract.attach, {
      // Read before a connection is taken.
      prepare: async ({ file }) => {
        const evidence = await readEvidence(file);
        if (typeof evidence === "string") throw fieldProblem("file", evidence);
        return evidence;
      },
      handle: async (work, { query: { fileName: name } }, evidence) => {
        const id = await keepAttachment(work, name, evidence);
        const { mediaType, content } = evidence;
        return { id: String(id), name, mediaType, bytes: content.length };
      },
    }),
  ];
}

const endings: Readonly<Record<string, string>> = {
  "application/pdf": "pdf",
  "image/png": "png",
  "image/jpeg": "jpg",
};

function mountFiles(): Mounted[] {
  return [
    mountStream(contract.file, {
      mediaType: "text/csv; charset=utf-8",
      fileName: ({ query }) => `treasury-${query.tab ?? "waiting"}.csv`,
      parts: (read, { query, language }) =>
        streamCsvRows(treasuryWords(language).file, cellsOf(read, askedOf(query), language)),
    }),
    mountFile(contract.attachment, {
      read: async (snapshot, { params: { id } }) => {
        const found = await attachmentAt(snapshot, id);
        if (found === null) throw new Problem("no-such-attachment");
        return found;
      },
      // The file name is ours: an uploaded name could pretend to be a program.
      draw: async ({ media_type: type, content }, { params: { id } }) =>
        new Document(type, `attachment-${id}.${endings[type] ?? "bin"}`, content),
    }),
  ];
}

async function* cellsOf(
  read: ReadPart,
  asked: queries.Asked,
  language: Parameters<typeof movementCells>[1],
) {
  let after: bigint | undefined;
  for (let isLast = false; !isLast;) {
    const from = after;
    const page = await read((s) => queries.pageOf(s, asked, { after: from, size: PAGE_OF_FILE }));
    yield page.rows.map((row) => movementCells(row, language));
    after = page.rows.at(-1)?.id;
    ({ isLast } = page);
  }
}
