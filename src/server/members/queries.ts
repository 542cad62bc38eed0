import * as z from "zod/mini";
import type { MemberScope } from "#server/http/actor.ts";
import { type Snapshot, statement } from "#server/platform/database.ts";

const member = z.object({
  id: z.bigint(),
  member_no: z.string(),
  full_name: z.string(),
  mobile_number: z.string(),
  email: z.string(),
  national_id: z.string(),
  postal_address: z.string(),
  next_of_kin: z.array(z.string()),
});

export type Member = z.infer<typeof member>;

const findMember = statement({
  name: "member-by-number",
  text: `select m.id, m.member_no, m.full_name, m.mobile_number, m.email, m.national_id,
      m.postal_address,
      array(select k.full_name from next_of_kin k where k.member_id = m.id order by k.position)
        as next_of_kin
    from member m where m.member_no = $1`,
  row: member,
});

/** A member's details as the register holds them, next of kin in their order. */
export function memberDetails(snapshot: Snapshot, scope: MemberScope): Promise<Member | null> {
  return snapshot.first(findMember, [scope.memberNo]);
}
