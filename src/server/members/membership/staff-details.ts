import * as z from "zod/mini";
import { type Snapshot, statement } from "#server/kernel/platform/database.ts";

/** The details a member would have on the register; empty ones are unchanged. */
export interface MemberDetails {
  /** Null for a person who is not on the register yet. */
  readonly memberId: bigint | null;
  readonly mobileNumber?: string;
  readonly email?: string;
  readonly nationalId?: string;
}

const findTaken = statement({
  name: "membership-details-of-staff",
  text: `with given as (
      select $2::text as mobile, $3::text as email, $4::text as national_id,
        coalesce(nullif($4::text, ''), m.national_id, '') as whole_id,
        coalesce(nullif($2::text, ''), m.mobile_number, '') as whole_mobile
      from (values (1)) one (one) left join member m on m.id = $1
    ), another as (
      select s.* from staff s, given g
      where (s.member_id is null or s.member_id is distinct from $1)
        and not (s.member_id is null and s.link_approval is null and akiba_same_person(
          s.national_id, s.mobile_number, g.whole_id, g.whole_mobile))
    )
    select d.field from given g, lateral (values
      ('mobile', exists (select from another a
        where g.mobile <> '' and a.mobile_number = g.mobile)),
      ('email', exists (select from another a
        where g.email <> '' and lower(a.email) = lower(g.email))),
      ('national-id', exists (select from another a
        where g.national_id <> '' and upper(a.national_id) = upper(g.national_id)))
    ) as d (field, is_taken) where d.is_taken`,
  row: z.object({ field: z.enum(["mobile", "email", "national-id"]) }),
});

/**
 * Returns which details belong to a member of staff who is another person. The database rejects
 * them as well; this finds the fields to report.
 */
export async function detailsOfStaff(snapshot: Snapshot, given: MemberDetails) {
  const { memberId, mobileNumber = "", email = "", nationalId = "" } = given;
  const found = await snapshot.rows(findTaken, [memberId, mobileNumber, email, nationalId]);
  return found.map(({ field }) => field);
}
