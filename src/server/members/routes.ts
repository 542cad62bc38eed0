import * as contract from "#shared/contract/members.ts";
import { type Mounted, mountRecord } from "#server/http/mount.ts";
import { Refusal } from "#server/platform/refusal.ts";
import { presentMember } from "./present.ts";
import { memberDetails } from "./queries.ts";

/** The register of members. */
export function memberRoutes(): Mounted[] {
  return [
    mountRecord(contract.member, async (snapshot, scope) => {
      const member = await memberDetails(snapshot, scope);
      if (member === null) throw new Refusal("no-such-member");
      return presentMember(member);
    }),
  ];
}
