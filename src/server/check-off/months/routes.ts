import * as contract from "#shared/contract/check-off/own-months.ts";
import { type Mounted, mountRecord } from "#server/kernel/http/mount.ts";
import { presentMonths } from "./present.ts";
import { monthsOf } from "./queries.ts";

/** The check-off of a member, month by month. */
export function checkOffMonthRoutes(): Mounted[] {
  return [
    mountRecord(contract.checkOffMonths, async (snapshot, scope) =>
      presentMonths(await monthsOf(snapshot, scope)),
    ),
  ];
}
