import * as contract from "#shared/contract/withdrawals/own.ts";
import { ownNumber } from "#server/kernel/http/actor.ts";
import { type Mounted, mountRecord, mountWrite } from "#server/kernel/http/mount.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import type { Limits } from "#server/kernel/platform/limits.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { ask, sendCodeFor } from "#server/withdrawals/requests/ask.ts";
import {
  knownWithdrawal,
  presentWithdrawal,
} from "#server/withdrawals/requests/withdrawal-rows.ts";
import { cancel } from "./commands.ts";
import { presentStanding } from "./present.ts";
import { standingOf } from "./queries.ts";

interface WithdrawalOptions {
  readonly limits: Limits;
  readonly secret: string;
  readonly notify: Notify;
}

/** Withdrawals that a signed-in member asks for. */
export function withdrawalRoutes({ limits, secret, notify }: WithdrawalOptions): Mounted[] {
  return [
    mountRecord(contract.withdrawals, async (snapshot, { memberNo }) =>
      presentStanding(await standingOf(snapshot, memberNo)),
    ),
    mountWrite(contract.withdrawalCode, {
      handle: async (work, { actor, body: wish, ip }) => {
        const asking = { memberNo: ownNumber(actor), wish, atCounter: false };
        const times = await sendCodeFor(work, asking, { ip, limits, notify });
        return { code: 200 as const, message: "Otp Sent Successful", ...times };
      },
    }),
    mountWrite(contract.askWithdrawal, {
      handle: async (work, { actor, body: { otp, ...wish }, ip }) => {
        const asking = { memberNo: ownNumber(actor), wish, atCounter: false };
        const asked = await ask(work, asking, { otp, ip, secret, limits }, notify);
        if (asked instanceof Problem) return asked;
        return presentWithdrawal(await knownWithdrawal(work, asked));
      },
    }),
    mountWrite(contract.cancelWithdrawal, {
      handle: async (work, { actor, params: { id } }) =>
        presentWithdrawal(await cancel(work, ownNumber(actor), id)),
    }),
  ];
}
