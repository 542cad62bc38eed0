import * as contract from "#shared/contract/oversight/alerts.ts";
import * as jobContract from "#shared/contract/oversight/jobs.ts";
import { roleMay } from "#shared/permissions.ts";
import { type Mounted, mountRead } from "#server/kernel/http/mount.ts";
import type { Database } from "#server/kernel/platform/database.ts";
import { jobStandings } from "#server/oversight/alerts/job-standings.ts";
import { presentAlerts, presentJob } from "./present.ts";
import { alerts } from "./queries.ts";

/** The problems that the portal noticed, for the roles that can act on them. */
export function alertDeskRoutes({ database }: { readonly database: Database }): Mounted[] {
  return [
    mountRead(contract.list, async (snapshot, { actor }) => {
      const role = actor.kind === "anyone" ? null : actor.role;
      if (role === null || !roleMay(role, "alerts.read")) return { open: null, past: null };
      return presentAlerts(await alerts(snapshot, database.writes.trouble));
    }),
    mountRead(jobContract.list, async (snapshot) => ({
      jobs: (await jobStandings(snapshot)).map(presentJob),
    })),
  ];
}
