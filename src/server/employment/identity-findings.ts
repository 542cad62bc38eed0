import * as z from "zod/mini";
import { identityProblems } from "#shared/contract/staff.ts";
import { settleAlert } from "#server/alerts/alert.ts";
import { type Database, type Snapshot, statement } from "#server/platform/database.ts";

const finding = z.object({
  /** The member of staff whom it is about. */
  staff_no: z.string(),
  what: z.enum(identityProblems),
  /** Which detail they share: one line for each. */
  detail: z.enum(["", "mobile", "email", "national-id"]),
  /** The member or colleague who has it too; empty where nobody does. */
  other: z.string(),
});

export type IdentityFinding = z.infer<typeof finding>;

const alike = (other: string) => `lateral (values
    ('mobile', s.mobile_number <> '' and ${other}.mobile_number = s.mobile_number),
    ('email', s.email <> '' and lower(${other}.email) = lower(s.email)),
    ('national-id', s.national_id <> '' and upper(${other}.national_id) = upper(s.national_id))
  ) as d (detail, is_alike)`;

const findAll = statement({
  name: "staff-identity-findings",
  text: `select s.staff_no, 'no-id' as what, '' as detail, '' as other
      from staff s where s.national_id = ''
    union all
    select s.staff_no, 'like-member', d.detail, m.member_no
      from staff s join member m on m.id is distinct from s.member_id and m.membership <> 'left'
        and (m.mobile_number = s.mobile_number or lower(m.email) = lower(s.email)
          or upper(m.national_id) = upper(s.national_id))
        cross join ${alike("m")} where d.is_alike
    union all
    select s.staff_no, 'like-colleague', d.detail, o.staff_no
      from staff s join staff o on o.id <> s.id cross join ${alike("o")} where d.is_alike
    union all
    select s.staff_no, 'same-number', '', m.member_no
      from staff s join member m on m.member_no = s.staff_no
    order by 1, 2, 3, 4`,
  row: finding,
});

/**
 * Returns what the nightly check has to say of the staff: whose ID is not recorded, and who shares
 * a mobile number, e-mail or ID with a member they are not linked to or with a colleague.
 */
export function identityFindings(snapshot: Snapshot): Promise<IdentityFinding[]> {
  return snapshot.rows(findAll);
}

/** Raises an alert while it is not certain who some of the staff are, and resolves it after. */
export async function watchIdentities(database: Database): Promise<void> {
  await database.unitOfWork("identity-check", async (work) => {
    const { length: count } = await identityFindings(work);
    await settleAlert(work, { kind: "staff-identity", count });
  });
}
