import * as z from "zod/mini";
import { approvalKindNames } from "#shared/approval-kinds.ts";
import { staffStates } from "#shared/contract/identity/staff.ts";
import { rolePermissions, rolesThatMay, type StaffRole } from "#shared/permissions.ts";
import { closedCodesColumns, closedCodesInSql } from "#server/identity/one-time-codes/code-lock.ts";
import { type Snapshot, statement } from "#server/kernel/platform/database.ts";

const staffRow = z.object({
  id: z.bigint(),
  staff_no: z.string(),
  full_name: z.string(),
  role: z.enum(Object.keys(rolePermissions) as [StaffRole, ...StaffRole[]]),
  mobile_number: z.string(),
  email: z.string(),
  national_id: z.string(),
  member_no: z.string(),
  login_id: z.nullable(z.bigint()),
  state: z.enum(staffStates),
  suspended_because: z.string(),
  /** Whether the role was changed during the suspension. */
  role_is_other: z.boolean(),
  invited_until: z.nullable(z.date()),
  has_second_factor: z.boolean(),
  last_signed_in_at: z.nullable(z.date()),
  open_sessions: z.int(),
  ...closedCodesColumns,
});

export type StaffRow = z.infer<typeof staffRow>;

const closedCodes = closedCodesInSql("s.staff_no");

const staff = `select s.id, s.staff_no, s.full_name, s.role, s.mobile_number, s.email,
    s.national_id,
    coalesce(m.member_no, '') as member_no, l.id as login_id,
    case when s.suspended_at is not null then 'suspended' when l.id is not null then 'active'
      when i.expires_at > akiba_now() then 'invited' else 'lapsed' end as state,
    s.suspended_because, coalesce(s.role_since >= s.suspended_at, false) as role_is_other,
    i.expires_at as invited_until,
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

const findNames = statement({
  name: "staff-names",
  text: "select staff_no, full_name from staff order by staff_no",
  row: z.object({ staff_no: z.string(), full_name: z.string() }),
});

/** Returns the numbers and names of all current and former staff. */
export async function staffNames(snapshot: Snapshot) {
  const found = await snapshot.rows(findNames);
  return found.map(({ staff_no: staffNo, full_name: fullName }) => ({ staffNo, fullName }));
}

/** All staff. */
export function allStaff(snapshot: Snapshot): Promise<StaffRow[]> {
  return snapshot.rows(findAll);
}

const findOne = statement({
  name: "staff-one",
  text: `${staff} where s.staff_no = $1`,
  row: staffRow,
});

/** One member of staff; null if nobody has the number. */
export function staffAt(snapshot: Snapshot, staffNo: string): Promise<StaffRow | null> {
  return snapshot.first(findOne, [staffNo]);
}

const findWaiting = statement({
  name: "staff-waiting",
  text: `select id, kind, requested_by, requested_at, payload ->> 'staffNo' as staff_no,
      coalesce(payload ->> 'fullName', '') as full_name, coalesce(payload ->> 'role', '') as role
    from approval where kind = any ($1::text[]) and state = 'waiting'
      and expires_at > akiba_now() order by id`,
  row: z.object({
    id: z.bigint(),
    kind: z.enum(approvalKindNames),
    requested_by: z.string(),
    requested_at: z.date(),
    staff_no: z.string(),
    full_name: z.string(),
    role: z.string(),
  }),
});

const staffKinds = approvalKindNames.filter((kind) => kind.startsWith("staff-"));

/** The staff changes that wait for a second person. */
export function waitingChanges(snapshot: Snapshot) {
  return snapshot.rows(findWaiting, [staffKinds]);
}

const countApprovers = statement({
  name: "staff-approvers",
  text: `select count(distinct akiba_person('staff:' || s.staff_no))::int as people
    from staff s join login l on l.staff_id = s.id
    where s.role = any ($1::text[]) and s.suspended_at is null
      and ($2 = '' or akiba_person('staff:' || s.staff_no) <> akiba_person($2))`,
  row: z.object({ people: z.int() }),
});

/** Returns how many different people can sign in and approve a staff change, excluding `except`. */
export async function approversBeside(snapshot: Snapshot, except: string): Promise<number> {
  const roles = rolesThatMay("staff.approve");
  return (await snapshot.first(countApprovers, [roles, except]))?.people ?? 0;
}

const findTaken = statement({
  name: "staff-details-taken",
  // $1 is the staff number, $2 to $4 the details, $5 the stated member, if any.
  text: `with same as (
      select m.id, m.member_no from member m where m.membership <> 'left' and (m.member_no = $5
        or $5 is null and akiba_same_person($4, $2, m.national_id, m.mobile_number))
    ), themselves as (
      select min(id) as id from same having count(*) = 1
    ), others as (
      select 'details.staff' as problem, mobile_number, lower(email) as email, national_id
      from staff where staff_no <> $1
      union all
      select 'details.member', mobile_number, lower(email), national_id
      from member where membership <> 'left'
        and id is distinct from coalesce((select member_id from staff where staff_no = $1),
          (select id from themselves))
    )
    (select 'mobileNo' as field, problem from others where $2 <> '' and mobile_number = $2 limit 1)
    union all
    (select 'email', problem from others where $3 <> '' and email = lower($3) limit 1)
    union all
    (select 'nationalId', problem from others
      where $4 <> '' and upper(national_id) = upper($4) limit 1)
    union all
    (select 'memberNo', 'details.staff' from same join staff s on s.member_id = same.id
      where s.staff_no <> $1 limit 1)`,
  row: z.object({
    field: z.enum(["mobileNo", "email", "nationalId", "memberNo"]),
    problem: z.enum(["details.staff", "details.member"]),
  }),
});

export interface Details {
  readonly staffNo: string;
  readonly mobileNo: string;
  readonly email: string;
  readonly nationalId: string;
  /** The stated member; null to find one by the details. */
  readonly memberNo: string | null;
}

/** The details that already belong to somebody else. The database enforces this too. */
export function detailsTaken(snapshot: Snapshot, given: Details) {
  const { staffNo, mobileNo, email, nationalId, memberNo } = given;
  return snapshot.rows(findTaken, [staffNo, mobileNo, email, nationalId, memberNo]);
}

const findMember = statement({
  name: "staff-member-called",
  text: `select min(member_no) as member_no, min(full_name) as full_name from member
    where member_no = $1 or $1 is null and membership <> 'left'
      and akiba_same_person($2, $3, national_id, mobile_number)
    having count(*) = 1`,
  row: z.object({ member_no: z.string(), full_name: z.string() }),
});

/** The member that somebody is: as stated, or the only one whose details match. */
export function memberCalled(
  snapshot: Snapshot,
  { memberNo, nationalId = "", mobileNo = "" }: Partial<Details>,
) {
  return snapshot.first(findMember, [memberNo ?? null, nationalId, mobileNo]);
}

const findNumber = statement({
  name: "staff-number-taken",
  text: `select exists (select from staff where staff_no = $1)
      or exists (select from member where member_no = $1) as taken,
    $2::text is null or exists (select from member where member_no = $2) as member_known`,
  row: z.object({ taken: z.boolean(), member_known: z.boolean() }),
});

/** Whether a number is already taken, and whether the member exists if one is named. */
export function numberTaken(snapshot: Snapshot, staffNo: string, memberNo: string | null) {
  return snapshot.first(findNumber, [staffNo, memberNo]);
}

const findLink = statement({
  name: "staff-link-possible",
  text: `select m.id, exists (select from staff s where s.member_id = m.id and s.staff_no <> $2)
      as taken from member m where m.member_no = $1`,
  row: z.object({ id: z.bigint(), taken: z.boolean() }),
});

/** The member to link somebody to, and whether other staff are that member already. */
export function linkPossible(snapshot: Snapshot, staffNo: string, memberNo: string) {
  return snapshot.first(findLink, [memberNo, staffNo]);
}

const findShared = statement({
  name: "staff-link-shared",
  text: `select exists (select from staff s join member m on m.id = s.member_id
      where s.staff_no = $1 and (s.national_id <> '' and upper(m.national_id) = upper(s.national_id)
        or s.mobile_number <> '' and m.mobile_number = s.mobile_number)) as shared`,
  row: z.object({ shared: z.boolean() }),
});

/** Whether somebody has the ID or the mobile number of their linked member. */
export async function sharesWithMember(snapshot: Snapshot, staffNo: string): Promise<boolean> {
  return (await snapshot.first(findShared, [staffNo]))?.shared ?? false;
}
