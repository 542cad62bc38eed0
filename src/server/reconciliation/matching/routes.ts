import * as contract from "#shared/contract/reconciliation/matching.ts";
import { actorName } from "#server/kernel/http/actor.ts";
import { type Mounted, mountRead, mountWrite } from "#server/kernel/http/mount.ts";
import * as commands from "./commands.ts";
import * as present from "./present.ts";
import * as queries from "./queries.ts";

/** The lines of statements against the entries of the books. */
export function matchingRoutes(ourShortCode: string): Mounted[] {
  return [...mountLists(), ...mountMatches(ourShortCode)];
}

function mountLists(): Mounted[] {
  return [
    mountRead(contract.openItems, async (snapshot, { params, query }) => {
      const { search = "", after } = query;
      const { rows, isLast } = await queries.openPage(snapshot, { ...params, search, after });
      const last = rows.at(-1);
      return {
        rows: rows.map(present.presentOpen),
        next: isLast || last === undefined ? "" : `${last.day}_${last.id}`,
      };
    }),
    mountRead(contract.matches, async (snapshot, { params: { account }, query, actor }) => {
      const { state = "proposed", after } = query;
      const requester = actorName(actor);
      const proposals = await queries.proposalRows(snapshot, account);
      const { rows, isLast } = await queries.matchPage(snapshot, { account, state, after });
      return {
        proposals: proposals.map((row) => present.presentProposals(row, requester)),
        rows: rows.map((row) => present.presentMatch(row, requester)),
        next: isLast ? "" : String(rows.at(-1)?.id ?? ""),
      };
    }),
  ];
}

function mountMatches(ourShortCode: string): Mounted[] {
  return [
    mountWrite(contract.propose, {
      handle: async (work, { params }) => ({
        proposed: await commands.propose(work, params.account),
      }),
    }),
    mountWrite(contract.match, {
      handle: async (work, { params, body }) => ({
        id: String(await commands.match(work, { ...params, ...body })),
      }),
    }),
    mountWrite(contract.confirmMatch, {
      handle: async (work, { params, body }) => ({
        confirmed: await commands.confirm(work, { ...params, ...body }),
      }),
    }),
    mountWrite(contract.confirmAll, {
      handle: async (work, { params, body }) => ({
        confirmed: await commands.confirmAll(work, { ...params, ...body }),
      }),
    }),
    mountWrite(contract.undoMatch, {
      handle: async (work, { params, body }) => {
        await commands.undo(work, { ...params, ...body });
        return { id: String(params.id) };
      },
    }),
    mountWrite(contract.enterLine, {
      handle: async (work, { params }) => {
        const { approvalId, ...entered } = await commands.enterLine(work, params, ourShortCode);
        return { ...entered, approvalId: String(approvalId) };
      },
    }),
    mountWrite(contract.correctLine, {
      handle: async (work, { params, body }) => ({
        approvalId: String(await commands.correctLine(work, { ...params, ...body })),
      }),
    }),
    mountWrite(contract.note, {
      handle: async (work, { params, body }) => {
        await commands.writeNote(work, { ...params, ...body });
        return body;
      },
    }),
  ];
}
