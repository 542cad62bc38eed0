import * as contract from "#shared/contract/privacy/retention.ts";
import { type Mounted, mountRead, mountWrite } from "#server/kernel/http/mount.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import { retentionEffect, retentionRules } from "#server/privacy/personal-data/retention.ts";
import { setRule } from "./commands.ts";
import { presentRules } from "./present.ts";
import { newestRule, ruleHistory } from "./queries.ts";

/** Retention: rules with their days, which the administrator sets. */
export function retentionRoutes(notify: Notify): Mounted[] {
  return [
    mountRead(contract.rules, async (snapshot) => {
      const [newest, inForce] = [await newestRule(snapshot), await retentionRules(snapshot)];
      return presentRules(newest, inForce, await ruleHistory(snapshot));
    }),
    mountRead(contract.effect, (snapshot, { query: { what, effectiveFrom, ...span } }) =>
      retentionEffect(snapshot, what, span, effectiveFrom),
    ),
    mountWrite(contract.setRule, {
      handle: async (work, { body }) => ({ id: String(await setRule(work, body, notify)) }),
    }),
  ];
}
