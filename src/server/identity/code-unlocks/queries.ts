import * as z from "zod/mini";
import type { MemberNo } from "#shared/member-number.ts";
import { closedCodesInSql } from "#server/identity/one-time-codes/code-lock.ts";
import { type Snapshot, statement } from "#server/kernel/platform/database.ts";
import { nairobiMoment } from "#server/kernel/platform/nairobi.ts";

const findClosed = statement({
  name: "codes-closed-of",
  text: `select p.actor, p.full_name, akiba_person(p.actor) = akiba_person($2) as is_asker,
      ${nairobiMoment("codes.closed_at")} as closed_at,
      ${nairobiMoment("codes.closed_until")} as closed_until
    from (
      select member_no as no, 'member:' || member_no as actor, full_name from member
      union all
      select staff_no, 'staff:' || staff_no, full_name from staff
    ) p ${closedCodesInSql("p.no").join}
    where p.no = $1`,
  row: z.object({
    actor: z.string(),
    full_name: z.string(),
    is_asker: z.boolean(),
    closed_at: z.nullable(z.string()),
    closed_until: z.nullable(z.string()),
  }),
});

/**
 * Returns the owner of a number's codes and whether they are closed; null if nobody has the number.
 */
export function codesOf(snapshot: Snapshot, memberNo: MemberNo, requester: string) {
  return snapshot.first(findClosed, [memberNo, requester]);
}
