import * as contract from "#shared/contract/office/society.ts";
import { type Mounted, mountRead } from "#server/kernel/http/mount.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { presentHeader, presentNotice } from "./present.ts";
import { societyNotices, societySettings } from "./queries.ts";

/** The society's name, its contacts and its notices. */
export function societyRoutes(): Mounted[] {
  return [
    mountRead(contract.header, async (snapshot, { params }) => {
      if (params.id !== "1") throw new Problem("no-such-society");
      const society = await societySettings(snapshot);
      if (society === null) throw new Problem("no-such-society");
      return presentHeader(society);
    }),
    mountRead(contract.notices, async (snapshot) =>
      (await societyNotices(snapshot)).map(presentNotice),
    ),
  ];
}
