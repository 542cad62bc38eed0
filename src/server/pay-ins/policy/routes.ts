import * as contract from "#shared/contract/pay-ins/settings.ts";
import { toWireAmount } from "#shared/money.ts";
import { type Mounted, mountRead, mountWrite } from "#server/kernel/http/mount.ts";
import type { PayInConfig } from "#server/kernel/platform/daraja-config.ts";
import type { Snapshot } from "#server/kernel/platform/database.ts";
import { presentChanges } from "#server/kernel/platform/setting-change.ts";
import { saveSettings } from "./commands.ts";
import { keptSettings } from "./queries.ts";

/** How payments by M-Pesa are handled, which the administrator sets. */
export function payInPolicyRoutes(payIns: PayInConfig): Mounted[] {
  const paybill = payIns.channel === "daraja" ? payIns.shortCode : "";
  const present = async (snapshot: Snapshot) => {
    const { values, version, changes } = await keptSettings(snapshot);
    return {
      version,
      ...values,
      least: toWireAmount(values.least),
      most: toWireAmount(values.most),
      dayMost: toWireAmount(values.dayMost),
      paybill,
      changes: presentChanges(changes),
    };
  };
  return [
    mountRead(contract.payInSettings, present),
    mountWrite(contract.savePayInSettings, {
      handle: async (work, { body: { version, ...settings } }) => {
        await saveSettings(work, version, settings);
        return present(work);
      },
    }),
  ];
}
