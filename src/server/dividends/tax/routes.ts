import * as contract from "#shared/contract/dividends/tax.ts";
import { type Mounted, mountRead, mountWrite } from "#server/kernel/http/mount.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import { cancelRate, setBasis, setRate } from "./commands.ts";
import { presentRates, presentSet } from "./present.ts";
import { taxHistory } from "./queries.ts";

/** The tax withheld from dividends by mode of payment or kind of income, with its days. */
export function dividendTaxRoutes(notify: Notify): Mounted[] {
  return [
    mountRead(contract.rates, async (snapshot) => presentRates(await taxHistory(snapshot))),
    mountWrite(contract.setRate, {
      handle: async (work, { body }) => presentSet(await setRate(work, body, notify)),
    }),
    mountWrite(contract.setBasis, {
      handle: async (work, { body }) => presentSet(await setBasis(work, body, notify)),
    }),
    mountWrite(contract.cancelRate, {
      handle: async (work, { params: { id } }) => {
        await cancelRate(work, id, notify);
        return { id: String(id), state: "cancelled" } as const;
      },
    }),
  ];
}
