import { type TotalName, totalNames, totals } from "#shared/contract/members.ts";
import { toWireAmount } from "#shared/money.ts";
import { type Mounted, mountRecord } from "#server/http/mount.ts";
import { memberTotal } from "#server/ledger/balances.ts";

/** What a member owns and owes, read off the books. */
export function statementRoutes(): Mounted[] {
  return totalNames.map(mountTotal);
}

function mountTotal(name: TotalName): Mounted {
  return mountRecord(totals[name], async (snapshot, { memberNo }) =>
    toWireAmount(await memberTotal(snapshot, name, memberNo)),
  );
}
