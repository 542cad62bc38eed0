import * as z from "zod/mini";
import { identityProblems } from "#shared/contract/identity/staff.ts";
import { settleAlert } from "#server/oversight/alerts/alert.ts";
import { type Database, type Snapshot, statement } from "#server/kernel/platform/database.ts";

const finding = z.object({
  /** The member of staff concerned. */
  staff_no: z.string(),
  what: z.enum(identityProblems),
  /** The shared detail; one row for each. */
  detail: z.enum(["", "mobile", "email", "national-id"]),
  /** The member or other staff with the same detail; empty if nobody has it. */
  other: z.string(),
});

export type IdentityFinding = z.infer<typeof finding>;

/** The details that identify one person, as SQL for a person `of` a table. */
const details: Readonly<Record<string, (of: "s" | "o") => string>> = {
  mobile: (of) => `${of}.mobile_number`,
  email: (of) => `lower(${of}.email)`,
  "national-id": (of) => `upper(${of}.national_id)`,
};

/** Others who share a detail with staff `s`: one join for each detail, so that it can be hashed. */
function sharing(what: string, others: { from: string; number: string; where: string }): string {
  const each = Object.entries(details).map(
    ([detail, value]) => `select s.staff_no, '${what}' as what, '${detail}' as detail,
        o.${others.number} as other
      from staff s join ${others.from} o on ${value("o")} = ${value("s")}
      where ${value("s")} <> '' and ${others.where}`,
  );
  return each.join(" union all ");
}

const members = sharing("like-member", {
  from: "member",
  number: "member_no",
  where: "o.id is distinct from s.member_id and o.membership <> 'left'",
});

const otherStaff = sharing("like-other-staff", {
  from: "staff",
  number: "staff_no",
  where: "o.id <> s.id",
});

const findAll = statement({
  name: "staff-identity-findings",
  text: `select s.staff_no, 'no-id' as what, '' as detail, '' as other
      from staff s where s.national_id = ''
    union all ${members}
    union all ${otherStaff}
    union all
    select s.staff_no, 'same-number', '', m.member_no
      from staff s join member m on m.member_no = s.staff_no
    order by 1, 2, 3, 4`,
  row: finding,
});

/**
 * Returns the findings of the nightly check of staff. They are staff without a recorded ID, and
 * staff who share a mobile number, e-mail or ID with other staff or with a member they are not
 * linked to.
 */
export function identityFindings(snapshot: Snapshot): Promise<IdentityFinding[]> {
  return snapshot.rows(findAll);
}

/** Raises an alert while the identity of some staff is uncertain, and resolves it afterwards. */
export async function watchIdentities(database: Database): Promise<void> {
  await database.unitOfWork("identity-check", async (work) => {
    const { length: count } = await identityFindings(work);
    await settleAlert(work, { kind: "staff-identity", count });
  });
}
