import * as contract from "#shared/contract/payouts/own-bank.ts";
import { ownNumber } from "#server/kernel/http/actor.ts";
import { type Mounted, mountRead, mountWrite } from "#server/kernel/http/mount.ts";
import { codeHolderOf } from "#server/members/membership/code-holder.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import type { Limits } from "#server/kernel/platform/limits.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { cancel, choose, give, sendBankCode } from "./commands.ts";
import { presentAccount, presentStanding } from "./present.ts";
import { accountsOf, choiceOf } from "./queries.ts";

interface OwnBankOptions {
  readonly limits: Limits;
  readonly secret: string;
  readonly notify: Notify;
}

/** The bank account that a signed-in member gives. */
export function ownBankRoutes({ limits, secret, notify }: OwnBankOptions): Mounted[] {
  return [
    mountRead(contract.ownBankAccount, async (snapshot, { actor }) => {
      const memberNo = ownNumber(actor);
      const holder = await codeHolderOf(snapshot, memberNo);
      const accounts = await accountsOf(snapshot, memberNo);
      return presentStanding(holder, accounts, await choiceOf(snapshot, memberNo));
    }),
    mountWrite(contract.bankAccountCode, {
      handle: async (work, { actor, body: given, ip }) => {
        const giving = { memberNo: ownNumber(actor), given };
        const times = await sendBankCode(work, giving, { ip, limits, notify });
        return { code: 200 as const, message: "Otp Sent Successful", ...times };
      },
    }),
    mountWrite(contract.giveBankAccount, {
      handle: async (work, { actor, body: { otp, ...given }, ip }) => {
        const giving = { memberNo: ownNumber(actor), given };
        const made = await give(work, giving, { otp, ip, secret, limits }, notify);
        return made instanceof Problem ? made : presentAccount(made);
      },
    }),
    mountWrite(contract.choosePayout, {
      handle: async (work, { actor, body: { paidBy } }) => {
        await choose(work, ownNumber(actor), paidBy, notify);
        return { paidBy };
      },
    }),
    mountWrite(contract.cancelBankAccount, {
      handle: async (work, { actor, params: { id } }) => {
        await cancel(work, ownNumber(actor), id, notify);
        return { id: String(id) };
      },
    }),
  ];
}
