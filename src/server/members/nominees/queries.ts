import * as z from "zod/mini";
import type { MemberNo } from "#shared/member-number.ts";
import { type Snapshot, statement } from "#server/kernel/platform/database.ts";
import { nairobiDayText, nairobiTime } from "#server/kernel/platform/nairobi.ts";

const findList = statement({
  name: "nominees-of-member",
  text: `select nominees_of(id) as list from member where member_no = $1`,
  row: z.object({ list: z.string() }),
});

/** Returns a member's nominees as a stored list; null if there is no such member. */
export async function nomineesOf(snapshot: Snapshot, memberNo: MemberNo): Promise<string | null> {
  return (await snapshot.first(findList, [memberNo]))?.list ?? null;
}

const findChanges = statement({
  name: "nominees-changes",
  text: `select c.id, c.old_list, c.new_list, ${nairobiDayText("c.changed_at")} as changed_on,
      ${nairobiTime("c.changed_at")} as changed_time
    from nominee_change c join member m on m.id = c.member_id
    where m.member_no = $1 order by c.id desc limit 50`,
  row: z.object({
    id: z.bigint(),
    old_list: z.string(),
    new_list: z.string(),
    changed_on: z.string(),
    changed_time: z.string(),
  }),
});

/** One change of a member's nominees. */
export type NomineeChange = z.infer<typeof findChanges.row>;

/** Returns the changes of a member's nominees, the latest first, at most fifty. */
export const nomineeChangesOf = (snapshot: Snapshot, memberNo: MemberNo) =>
  snapshot.rows(findChanges, [memberNo]);
