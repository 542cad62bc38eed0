import * as contract from "#shared/contract/withdrawals/desk.ts";
import { type Mounted, mountRead, mountWrite } from "#server/kernel/http/mount.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import type { Limits } from "#server/kernel/platform/limits.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { ask, sendCodeFor } from "#server/withdrawals/requests/ask.ts";
import {
  knownWithdrawal,
  presentWithdrawal,
} from "#server/withdrawals/requests/withdrawal-rows.ts";
import { approve, reject } from "./commands.ts";
import { presentDetails, presentRow, presentTabs } from "./present.ts";
import { detailsAt, pageOf, tabRows } from "./queries.ts";

interface DeskOptions {
  readonly limits: Limits;
  readonly secret: string;
  readonly notify: Notify;
}

/** The office's part of withdrawals: waiting ones, decisions, and requests at the counter. */
export function withdrawalDeskRoutes(options: DeskOptions): Mounted[] {
  return [...mountReads(), ...mountDecisions(options), ...mountCounter(options)];
}

function mountReads(): Mounted[] {
  return [
    mountRead(contract.list, async (snapshot, { query: { tab = "approval", search, after } }) => {
      const { rows, isLast } = await pageOf(snapshot, { tab, search, after });
      const tabs = after === undefined ? presentTabs(await tabRows(snapshot)) : [];
      const next = isLast ? "" : String(rows.at(-1)?.id ?? "");
      return { tabs, rows: rows.map(presentRow), next };
    }),
    mountRead(contract.details, async (snapshot, { params: { id } }) => {
      const found = await detailsAt(snapshot, id);
      if (found === null) throw new Problem("no-such-withdrawal");
      return presentDetails(found);
    }),
  ];
}

function mountDecisions({ notify }: DeskOptions): Mounted[] {
  return [
    mountWrite(contract.approveWithdrawal, {
      handle: async (work, { params: { id }, body }) => {
        await approve(work, { id, ...body }, notify);
        return { id: String(id) };
      },
    }),
    mountWrite(contract.rejectWithdrawal, {
      handle: async (work, { params: { id }, body }) => {
        await reject(work, { id, ...body }, notify);
        return { id: String(id) };
      },
    }),
  ];
}

function mountCounter({ limits, secret, notify }: DeskOptions): Mounted[] {
  return [
    mountWrite(contract.counterCode, {
      handle: async (work, { params: { memberNo }, body: wish, ip }) => {
        const times = await sendCodeFor(
          work,
          { memberNo, wish, atCounter: true },
          { ip, limits, notify },
        );
        return { code: 200 as const, message: "Otp Sent Successful", ...times };
      },
    }),
    mountWrite(contract.enterWithdrawal, {
      handle: async (work, { params: { memberNo }, body: { otp, ...wish }, ip }) => {
        const asking = { memberNo, wish, atCounter: true };
        const asked = await ask(work, asking, { otp, ip, secret, limits }, notify);
        if (asked instanceof Problem) return asked;
        return presentWithdrawal(await knownWithdrawal(work, asked));
      },
    }),
  ];
}
