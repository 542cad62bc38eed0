import * as z from "zod/mini";
import { type Snapshot, statement } from "#server/kernel/platform/database.ts";

const standing = z.object({ enrolled_at: z.date(), recovery_codes_left: z.int() });

export type SecondFactorRow = z.infer<typeof standing>;

const findSecondFactor = statement({
  name: "second-factor-standing",
  text: `select f.enrolled_at, (select count(*)::int from recovery_code c
      where c.login_id = f.login_id and c.used_at is null) as recovery_codes_left
    from second_factor f where f.login_id = $1`,
  row: standing,
});

/** Returns the status of a login's second factor; null if there is none. */
export function secondFactorOf(
  snapshot: Snapshot,
  loginId: bigint,
): Promise<SecondFactorRow | null> {
  return snapshot.first(findSecondFactor, [loginId]);
}

const findOwner = statement({
  name: "second-factor-owner",
  text: `select s.staff_no, s.mobile_number, coalesce(o.short_name, '') as society
    from login l join staff s on s.id = l.staff_id left join society o on true where l.id = $1`,
  row: z.object({
    staff_no: z.string(),
    mobile_number: z.string(),
    society: z.string(),
  }),
});

/** The owner of the login, and the name of the society. */
export async function ownerOf(snapshot: Snapshot, loginId: bigint) {
  const found = await snapshot.first(findOwner, [loginId]);
  if (found === null) throw new Error("a login of the staff has nobody");
  return found;
}
