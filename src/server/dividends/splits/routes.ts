import * as contract from "#shared/contract/dividends/splits.ts";
import { ownNumber } from "#server/kernel/http/actor.ts";
import { type Mounted, mountRecord, mountWrite } from "#server/kernel/http/mount.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import type { Limits } from "#server/kernel/platform/limits.ts";
import { heldOfMember } from "#server/payouts/queue/held-parts.ts";
import type { Snapshot } from "#server/kernel/platform/database.ts";
import * as commands from "./commands.ts";
import * as present from "./present.ts";
import * as queries from "./queries.ts";

interface SplitOptions {
  readonly limits: Limits;
  readonly notify: Notify;
}

/** The members' choices for dividends, and their results. */
export function dividendSplitRoutes({ limits, notify }: SplitOptions): Mounted[] {
  return [
    mountRecord(contract.split, async (snapshot, { memberNo }) => {
      const share = await queries.latestShare(snapshot, memberNo);
      const payouts = (await queries.paymentsOf(snapshot, memberNo)).map(present.presentPayment);
      const onHold = (await heldOfMember(snapshot, memberNo)).map(present.presentHeldPart);
      if (share === null) return { more: [], payouts, onHold };
      const others = await queries.unpaidShares(snapshot, memberNo, share.year);
      const [split, ...more] = await presentAll(snapshot, [share, ...others]);
      return { ...(split && { split }), more, payouts, onHold };
    }),
    mountWrite(contract.elect, {
      handle: async (work, { actor, params, body }) => {
        const rows = body.rows.map(({ mode, amount, loanNo = "", bill = "" }) => ({
          mode,
          amount,
          loanNo: mode === "loan" ? loanNo : "",
          bill: mode === "hospital-bill" ? bill : "",
        }));
        const { seen } = body;
        const given = { memberNo: ownNumber(actor), year: params.year, seen, rows };
        const { share, election } = await commands.elect(work, given, limits, notify);
        return present.presentElected(share, election);
      },
    }),
    mountWrite(contract.chooseHeld, {
      handle: async (work, { actor, params: { year, part }, body: { destination } }) => {
        const choice = { memberNo: ownNumber(actor), year, part, destination };
        await commands.chooseHeld(work, choice, notify);
        return { year, part: String(part), destination };
      },
    }),
  ];
}

/** Each share with the member's latest choice. */
async function presentAll(snapshot: Snapshot, shares: readonly queries.ShareRow[]) {
  const presented = [];
  for (const share of shares) {
    presented.push(present.presentSplit(share, await queries.electionOf(snapshot, share)));
  }
  return presented;
}
