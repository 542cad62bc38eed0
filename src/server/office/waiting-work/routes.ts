import { kindsDecidedBy } from "#shared/approval-kinds.ts";
import * as contract from "#shared/contract/office/waiting-work.ts";
import { roleMay } from "#shared/permissions.ts";
import { kindsSeenBy } from "#shared/waiting-kinds.ts";
import { actorName } from "#server/kernel/http/actor.ts";
import { type Mounted, mountRead } from "#server/kernel/http/mount.ts";
import { presentCounts } from "./present.ts";
import { waitingWork } from "./queries.ts";

/** The counts of waiting work, which the menu shows on every page. */
export function waitingWorkRoutes(): Mounted[] {
  return [
    mountRead(contract.counts, async (snapshot, { actor }) => {
      const role = actor.kind === "anyone" ? null : actor.role;
      return presentCounts(
        await waitingWork(snapshot, {
          actor: actorName(actor),
          sees: kindsSeenBy((permission) => role !== null && roleMay(role, permission)),
          decides: role === null ? [] : kindsDecidedBy(role),
        }),
      );
    }),
  ];
}
