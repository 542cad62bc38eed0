import * as contract from "#shared/contract/cases/own.ts";
import { type Author, authorOf } from "#server/cases/casework/authorship.ts";
import { ownCase } from "#server/cases/casework/case-rows.ts";
import { threadOf } from "#server/cases/casework/case-steps.ts";
import { officeCalendar } from "#server/cases/casework/office-calendar.ts";
import { type Actor, ownNumber } from "#server/kernel/http/actor.ts";
import { type Mounted, mountRead, mountWrite } from "#server/kernel/http/mount.ts";
import type { Snapshot } from "#server/kernel/platform/database.ts";
import type { Limits } from "#server/kernel/platform/limits.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import * as commands from "./commands.ts";
import * as present from "./present.ts";
import * as queries from "./queries.ts";

interface CaseOptions {
  readonly limits: Limits;
  readonly secret: string;
}

const PAGE_ROWS = 20;

/** Members' questions, suggestions and complaints: sending, following and concluding them. */
export function caseRoutes(options: CaseOptions): Mounted[] {
  return [...mountPosts(options), ...mountOwnReads(options), ...mountOwnWrites(options)];
}

/** The requester's own case with all its messages. */
async function whole(snapshot: Snapshot, id: bigint, author: Author) {
  const row = await ownCase(snapshot, id, author);
  const thread = await threadOf(snapshot, id);
  return present.presentOwn(row, thread, await officeCalendar(snapshot));
}

function mountPosts({ limits, secret }: CaseOptions): Mounted[] {
  return [
    mountWrite(contract.suggest, {
      handle: async (work, { actor, body }) => {
        const author = authorOf(secret, ownNumber(actor));
        const { suggestion: text, anonymous: isAnonymous = false } = body;
        const input = { kind: "suggestion", isAnonymous, text } as const;
        const id = await commands.post(work, { ...input, author }, limits);
        return id instanceof Problem ? id : present.presentReceived(id);
      },
    }),
    mountWrite(contract.post, {
      handle: async (work, { actor, body }) => {
        const { kind, anonymous: isAnonymous, suggestion: text } = body;
        const author = authorOf(secret, ownNumber(actor));
        const input = { kind, isAnonymous, text, author };
        const id = await commands.post(work, input, limits);
        return id instanceof Problem ? id : whole(work, id, author);
      },
    }),
  ];
}

function mountOwnReads({ secret }: CaseOptions): Mounted[] {
  return [
    mountRead(contract.mine, async (snapshot, { actor, query }) => {
      const author = authorOf(secret, ownNumber(actor));
      const page = await queries.ownCases(snapshot, author, query.after?.id ?? null, PAGE_ROWS);
      return present.presentMine(page, await officeCalendar(snapshot));
    }),
    mountRead(contract.own, (snapshot, { actor, params }) =>
      whole(snapshot, params.caseNo, authorOf(secret, ownNumber(actor))),
    ),
  ];
}

function mountOwnWrites({ limits, secret }: CaseOptions): Mounted[] {
  const asOwner = (actor: Actor, params: { readonly caseNo: bigint }) => {
    return { id: params.caseNo, author: authorOf(secret, ownNumber(actor)) };
  };
  return [
    mountWrite(contract.answer, {
      handle: async (work, { actor, params, body }) => {
        const owner = asOwner(actor, params);
        const refused = await commands.answer(work, { ...owner, ...body }, limits);
        return refused ?? whole(work, owner.id, owner.author);
      },
    }),
    mountWrite(contract.satisfied, {
      handle: async (work, { actor, params }) => {
        const owner = asOwner(actor, params);
        await commands.acceptConclusion(work, owner);
        return whole(work, owner.id, owner.author);
      },
    }),
    mountWrite(contract.reopen, {
      handle: async (work, { actor, params, body }) => {
        const owner = asOwner(actor, params);
        const refused = await commands.reopen(work, { ...owner, ...body }, limits);
        return refused ?? whole(work, owner.id, owner.author);
      },
    }),
  ];
}
