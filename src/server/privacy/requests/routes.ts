import * as contract from "#shared/contract/privacy/requests.ts";
import * as desk from "#shared/contract/privacy/desk.ts";
import type { DrawingQueue } from "#server/kernel/documents/drawing-queue.ts";
import { type Actor, actorName, type MemberScope, ownNumber } from "#server/kernel/http/actor.ts";
import { Document, type Mounted, mountRead, mountWrite } from "#server/kernel/http/mount.ts";
import { mountDocument } from "#server/kernel/http/mount-files.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import { erasureFacts } from "#server/privacy/personal-data/erasure.ts";
import { readEverything } from "#server/privacy/personal-data/everything.ts";
import { retentionRules } from "#server/privacy/personal-data/retention.ts";
import type { Snapshot, UnitOfWork } from "#server/kernel/platform/database.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import * as commands from "./commands.ts";
import { FRESH_MINUTES, requireFreshSignIn } from "./fresh-sign-in.ts";
import * as present from "./present.ts";
import * as queries from "./queries.ts";

interface PrivacyOptions {
  readonly notify: Notify;
  readonly desk: DrawingQueue;
}

/** Data protection: the notice, the copy of personal data, and requests about it. */
export function privacyRoutes(options: PrivacyOptions): Mounted[] {
  return [
    mountRead(contract.notice, async (snapshot, { language }) => {
      const society = await queries.societyName(snapshot);
      return present.presentNotice(language, society, await retentionRules(snapshot));
    }),
    mountRead(contract.own, async (snapshot, { actor }) => {
      const found = await queries.ownPrivacy(snapshot, ownNumber(actor));
      if (found === null) throw new Problem("no-such-member");
      return present.presentOwn(found);
    }),
    mountWrite(contract.consent, {
      handle: async (work, { actor, body: { version } }) => {
        await commands.confirm(work, ownNumber(actor), version);
        return { version };
      },
    }),
    mountCopy(options),
    mountWrite(contract.ask, {
      handle: async (work, { actor, body }) => {
        const memberNo = ownNumber(actor);
        const asked = { memberNo, asked: body, way: "portal" } as const;
        const id = await commands.receive(work, asked, options.notify);
        return present.presentRequest(await found(work, id));
      },
    }),
    mountWrite(contract.withdrawal, {
      handle: async (work, { actor, params: { id } }) => {
        await commands.withdraw(work, ownNumber(actor), id);
        return present.presentRequest(await found(work, id));
      },
    }),
    ...mountDesk(options),
    ...mountSteps(options),
  ];
}

async function found(snapshot: Snapshot, id: bigint): Promise<queries.RequestRow> {
  const row = await queries.requestAt(snapshot, id);
  if (row === null) throw new Problem("no-such-request");
  return row;
}

function mountCopy({ desk: drawing }: PrivacyOptions): Mounted {
  return mountDocument(contract.copy, {
    read: async (snapshot, scope, { actor, language }) => {
      if (actor.kind === "member") {
        requireFreshSignIn(await queries.isFresh(snapshot, actor.sessionId, FRESH_MINUTES));
      }
      const requestId = actor.kind === "staff" ? await answers(snapshot, scope, actor) : null;
      const record = await readEverything(snapshot, scope, language);
      if (record === null) throw new Problem("no-such-member");
      return { record, requestId };
    },
    draw: async ({ record }, { actor, body: { format } }) => {
      const document = present.recordDocument(record);
      const drawn = await drawing.draw(actorName(actor), { record: document, format });
      const named = record.heading.member_no.replaceAll("/", "-");
      const fileName = `${named}-personal-data-${record.heading.printed_on}.${format}`;
      return new Document(contract.copyFormats[format], fileName, drawn);
    },
    issue: (work, found, { body: { format } }) => commands.handOver(work, { ...found, format }),
  });
}

/** The request, recorded by another person, that staff answer with a copy. */
async function answers(snapshot: Snapshot, { memberNo }: MemberScope, actor: Actor) {
  const request = await queries.copyRequestOf(snapshot, memberNo, actorName(actor));
  if (request === null) throw new Problem("no-open-request");
  if (request.is_own) throw new Problem("privacy-two-people");
  return request.id;
}

function mountDesk({ notify }: PrivacyOptions): Mounted[] {
  return [
    mountRead(desk.list, async (snapshot, { query: { tab = "open", after = null } }) => {
      const { rows, isLast, open, late } = await queries.tabOf(snapshot, tab, after);
      const next = isLast ? "" : String(rows.at(-1)?.id ?? "");
      return { rows: rows.map(present.presentListed), open, late, next };
    }),
    // Only a lookup reveals the member concerned, who can see the access in their log.
    mountWrite(desk.request, {
      handle: async (work, { params: { id } }) => {
        const { member_no: memberNo } = await found(work, id);
        const detail = { call: desk.request.name };
        work.audit({ action: "looked", subject: `member:${memberNo}`, detail });
        return whole(work, id);
      },
    }),
    mountWrite(desk.record, {
      handle: async (work, { body: { memberNo, receivedOn, ...asked } }) => {
        const paper = { memberNo, receivedOn, asked, way: "office" } as const;
        return whole(work, await commands.receive(work, paper, notify));
      },
    }),
  ];
}

async function whole(snapshot: Snapshot, id: bigint) {
  const row = await found(snapshot, id);
  const current = await queries.currentDetail(snapshot, row);
  const facts = await erasureFacts(snapshot, row.member_id);
  return present.presentWhole(row, current, facts);
}

async function answered(work: UnitOfWork, id: bigint, done: Promise<void>) {
  await done;
  return whole(work, id);
}

function mountSteps({ notify }: PrivacyOptions): Mounted[] {
  return [
    mountWrite(desk.start, {
      handle: (work, { params: { id } }) => answered(work, id, commands.start(work, id)),
    }),
    mountWrite(desk.contactChange, {
      handle: (work, { params: { id } }) =>
        answered(work, id, commands.changeContact(work, id, notify)),
    }),
    mountWrite(desk.proposal, {
      handle: (work, { params: { id }, body: { parts = [] } }) =>
        answered(work, id, commands.propose(work, id, parts)),
    }),
    mountWrite(desk.approval, {
      handle: (work, { params: { id }, body }) =>
        answered(work, id, commands.approve(work, id, body, notify)),
    }),
    mountWrite(desk.sendingBack, {
      handle: (work, { params: { id } }) => answered(work, id, commands.sendBack(work, id)),
    }),
    mountWrite(desk.answer, {
      handle: (work, { params: { id }, body: { answer } }) =>
        answered(work, id, commands.answerRequest(work, id, answer, notify)),
    }),
    mountWrite(desk.rejectRequest, {
      handle: (work, { params: { id }, body }) =>
        answered(work, id, commands.refuse(work, id, body, notify)),
    }),
  ];
}
