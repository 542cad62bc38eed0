import * as contract from "#shared/contract/messaging/sms-spend.ts";
import { goesWithoutBudget } from "#shared/message-kinds.ts";
import { type Mounted, mountRead, mountWrite } from "#server/kernel/http/mount.ts";
import type { MessageTemplate, Notify } from "#server/messaging/outbox/enqueue.ts";
import type { Snapshot } from "#server/kernel/platform/database.ts";
import type { Limits } from "#server/kernel/platform/limits.ts";
import { saveBudget } from "./commands.ts";
import { presentSpend } from "./present.ts";
import { smsSpend } from "./queries.ts";

interface Options {
  readonly templates: readonly MessageTemplate[];
  readonly limits: Limits;
  readonly notify: Notify;
}

/** The cost of text messages, and its limit. */
export function smsSpendRoutes({ templates, limits, notify }: Options): Mounted[] {
  const withoutBudget = templates.map(({ name }) => name).filter(goesWithoutBudget);
  const spend = async (snapshot: Snapshot) =>
    presentSpend(await smsSpend(snapshot, withoutBudget), limits.otpSocietyBudgetPerDay);
  return [
    mountRead(contract.spend, spend),
    mountWrite(contract.saveBudget, {
      handle: async (work, { body: { version, partPrice, budget = null } }) => {
        await saveBudget(work, { version, partPrice, budget }, notify);
        return spend(work);
      },
    }),
  ];
}
