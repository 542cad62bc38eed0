import * as contract from "#shared/contract/cases/desk.ts";
import { documentMediaTypes } from "#shared/contract/statements/member-statements.ts";
import type { Language } from "#shared/language.ts";
import { rolesThatMay } from "#shared/permissions.ts";
import { threadOf } from "#server/cases/casework/case-steps.ts";
import { type OfficeCalendar, officeCalendar } from "#server/cases/casework/office-calendar.ts";
import { drawCsvRows, drawMoreCsvRows } from "#server/kernel/documents/csv.ts";
import { type Actor, actorName } from "#server/kernel/http/actor.ts";
import { mountStream, type ReadPart } from "#server/kernel/http/mount-files.ts";
import { type Mounted, mountRead, mountWrite } from "#server/kernel/http/mount.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import type { Snapshot, UnitOfWork } from "#server/kernel/platform/database.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import * as commands from "./commands.ts";
import * as present from "./present.ts";
import * as queries from "./queries.ts";

interface DeskOptions {
  readonly secret: string;
  readonly notify: Notify;
}

const PAGE_ROWS = 50;
const PART_ROWS = 1000;

/** The office's inbox of questions, suggestions and complaints. */
export function caseDeskRoutes(options: DeskOptions): Mounted[] {
  return [...mountReads(), ...mountActs(options)];
}

interface Part {
  readonly page: queries.CasesPage;
  readonly calendar: OfficeCalendar;
}

async function readPart(read: ReadPart, asked: queries.CasesAsked): Promise<Part> {
  return read(async (snapshot) => ({
    page: await queries.casesPage(snapshot, asked, PART_ROWS),
    calendar: await officeCalendar(snapshot),
  }));
}

/** The inbox as a file, page by page, so that little is held in memory however long it is. */
async function* exportedParts(read: ReadPart, asked: queries.CasesAsked, language: Language) {
  let next: queries.Cursor | null | undefined;
  yield drawCsvRows([present.exportHead(language)]);
  while (next !== null) {
    const { page, calendar } = await readPart(read, { ...asked, after: next });
    yield drawMoreCsvRows(page.rows.map((row) => present.exportRow(row, calendar, language)));
    next = page.next;
  }
}

/** All waiting cases, the first due first, unless filtered otherwise. */
function asAsked<Asked extends Listed>({ state, order, ...rest }: Asked, actor: Actor) {
  const requester = actorName(actor);
  return { ...rest, state: state ?? "waiting", order: order ?? "due", requester } as const;
}

interface Listed {
  readonly state?: contract.CaseTab | undefined;
  readonly order?: contract.CaseOrder | undefined;
}

function mountReads(): Mounted[] {
  return [
    mountRead(contract.queue, async (snapshot, { query, actor }) => {
      const page = await queries.casesPage(snapshot, asAsked(query, actor), PAGE_ROWS);
      const tabs = query.after === undefined ? await queries.tabRows(snapshot) : null;
      return present.presentQueue(page, tabs, await officeCalendar(snapshot));
    }),
    mountStream(contract.exported, {
      mediaType: documentMediaTypes.csv,
      fileName: ({ query }) => `cases-${query.state ?? "waiting"}.csv`,
      parts: (read, { query, actor, language }) =>
        exportedParts(read, asAsked(query, actor), language),
    }),
    mountRead(contract.one, (snapshot, { params }) => whole(snapshot, params.caseNo)),
  ];
}

async function whole(snapshot: Snapshot, id: bigint) {
  const row = await queries.deskCase(snapshot, id);
  if (row === null) throw new Problem("no-such-case");
  const thread = await threadOf(snapshot, id);
  const officers = await queries.officersOf(snapshot, rolesThatMay("cases.answer"));
  return present.presentDeskCase({ row, thread, officers }, await officeCalendar(snapshot));
}

/** The acting member of staff; the call's audience has admitted nobody else. */
function officerOf(actor: Actor): `staff:${string}` {
  if (actor.kind !== "staff") throw new Problem("staff-only");
  return `staff:${actor.memberNo}`;
}

interface Given<Body> {
  readonly actor: Actor;
  readonly params: { readonly caseNo: bigint };
  readonly body: Body;
}

function mountActs({ secret, notify }: DeskOptions): Mounted[] {
  const actOf = <Body extends { readonly seen: bigint }>({ actor, params, body }: Given<Body>) => {
    return { ...body, id: params.caseNo, by: officerOf(actor), secret };
  };
  const after = async (work: UnitOfWork, acting: Promise<void>, id: bigint) => {
    await acting;
    return whole(work, id);
  };
  return [
    mountWrite(contract.assign, {
      handle: (work, call) => after(work, commands.assign(work, actOf(call)), call.params.caseNo),
    }),
    mountWrite(contract.acknowledge, {
      handle: (work, call) =>
        after(work, commands.acknowledge(work, actOf(call), notify), call.params.caseNo),
    }),
    mountWrite(contract.reply, {
      handle: (work, call) =>
        after(work, commands.reply(work, actOf(call), notify), call.params.caseNo),
    }),
    mountWrite(contract.conclude, {
      handle: (work, call) =>
        after(work, commands.conclude(work, actOf(call), notify), call.params.caseNo),
    }),
    mountWrite(contract.close, {
      handle: (work, call) => after(work, commands.close(work, actOf(call)), call.params.caseNo),
    }),
  ];
}
