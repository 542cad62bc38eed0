import * as z from "zod/mini";
import { staffStates } from "#shared/contract/staff.ts";
import { rolePermissions, type StaffRole } from "#shared/permissions.ts";
import { closedCodesColumns, closedCodesInSql } from "#server/one-time-codes/closed.ts";
import { type Snapshot, statement } from "#server/platform/database.ts";

const staffRow = z.object({
  id: z.bigint(),
  staff_no: z.string(),
  full_name: z.string(),
  role: z.enum(Object.keys(rolePermissions) as [StaffRole, ...StaffRole[]]),
  mobile_number: z.string(),
  email: z.string(),
  member_no: z.string(),
  login_id: z.nullable(z.bigint()),
  state: z.enum(staffStates),
  suspended_because: z.string(),
  invited_until: z.nullable(z.date()),
  has_second_factor: z.boolean(),
  last_signed_in_at: z.nullable(z.date()),
  open_sessions: z.int(),
  ...closedCodesColumns,
});

export type StaffRow = z.infer<typeof staffRow>;

const closedCodes = closedCodesInSql("s.staff_no");

const staff = `select s.id, s.staff_no, s.full_name, s.role, s.mobile_number, s.email,
    coalesce(m.member_no, '') as member_no, l.id as login_id,
    case when s.suspended_at is not null then 'suspended' when l.id is not null then 'active'
      when i.expires_at > akiba_now() then 'invited' else 'lapsed' end as state,
    s.suspended_because, i.expires_at as invited_until,
    f.login_id is not null as has_second_factor, l.last_signed_in_at,
    (select count(*)::int from session e where e.login_id = l.id and e.ended_at is null
      and e.expires_at > akiba_now()
      and e.last_seen_at > akiba_now() - e.idle_seconds * interval '1 second') as open_sessions,
    ${closedCodes.columns}
  from staff s
    left join login l on l.staff_id = s.id
    left join member m on m.id = s.member_id
    left join second_factor f on f.login_id = l.id
    left join staff_invitation i
      on i.staff_id = s.id and i.used_at is null and i.replaced_at is null
    ${closedCodes.join}`;

const findAll = statement({
  name: "staff-all",
  text: `${staff} order by s.staff_no`,
  row: staffRow,
});

/** Everybody of the staff. */
export function allStaff(snapshot: Snapshot): Promise<StaffRow[]> {
  return snapshot.rows(findAll);
}

const findOne = statement({
  name: "staff-one",
  text: `${staff} where s.staff_no = $1`,
  row: staffRow,
});

/** One of the staff; null where nobody has the number. */
export function staffAt(snapshot: Snapshot, staffNo: string): Promise<StaffRow | null> {
  return snapshot.first(findOne, [staffNo]);
}

const findWatchers = statement({
  name: "staff-watchers",
  text: `select mobile_number from staff
    where (staff_no = $1 or role in ('administrator', 'auditor') and suspended_at is null)
      and staff_no <> $2 and mobile_number <> ''
    order by id`,
  row: z.object({ mobile_number: z.string() }),
});

/** The numbers of whom it is about and of those who watch over the staff, but of who does it. */
export async function numbersToTell(
  snapshot: Snapshot,
  about: string,
  doer: string,
): Promise<string[]> {
  const found = await snapshot.rows(findWatchers, [about, doer]);
  return [...new Set(found.map(({ mobile_number: number }) => number))];
}
