import assert from "node:assert/strict";
import * as z from "zod/mini";
import { type MemberState, memberStates } from "#shared/contract/members/suspensions.ts";
import { type Language, languages, STAFF_LANGUAGE } from "#shared/language.ts";
import type { MemberNo } from "#shared/member-number.ts";
import { type Snapshot, statement } from "#server/kernel/platform/database.ts";

const findLogin = statement({
  name: "login-by-number",
  // Suspended staff have no login for now, and the answer reveals nothing more.
  text: `select l.id, l.password_phc, l.staff_id is not null as is_staff
    from login l left join staff s on s.id = l.staff_id
    where l.login_no = $1 and s.suspended_at is null`,
  row: z.object({ id: z.bigint(), password_phc: z.string(), is_staff: z.boolean() }),
});

/** The login of a number, if there is one. */
export function loginOf(snapshot: Snapshot, memberNo: MemberNo) {
  return snapshot.first(findLogin, [memberNo]);
}

const person = z.object({
  member_id: z.nullable(z.bigint()),
  login_id: z.nullable(z.bigint()),
  full_name: z.string(),
  mobile_number: z.string(),
  email: z.string(),
  national_id: z.string(),
  language: z.enum(languages),
});

export type Person = z.infer<typeof person>;

const findPerson = statement({
  name: "person-by-number",
  text: `select m.id as member_id, l.id as login_id, m.full_name, m.mobile_number, m.email,
      m.national_id, m.language
    from member m left join login l on l.member_id = m.id
    where m.member_no = $1 and not import_may_renew(m)
    union all
    select null, l.id, s.full_name, s.mobile_number, s.email, '', '${STAFF_LANGUAGE}'
    from staff s join login l on l.staff_id = s.id where s.staff_no = $1
      and s.suspended_at is null`,
  row: person,
});

/** The person on the register with a number, member or staff, and whether they have a login. */
export function personOf(snapshot: Snapshot, memberNo: MemberNo): Promise<Person | null> {
  return snapshot.first(findPerson, [memberNo]);
}

const findSocietyWords = statement({
  name: "society-words",
  text: "select organisation_name, short_name from society",
  row: z.object({ organisation_name: z.string(), short_name: z.string() }),
});

/** The society's names, which make weak passwords. */
export async function societyWords(snapshot: Snapshot): Promise<string[]> {
  const found = await snapshot.first(findSocietyWords);
  return found === null ? [] : [found.organisation_name, found.short_name];
}

const linkedAccount = `select o.login_no from login l
      join staff s on s.id = l.staff_id or s.member_id = l.member_id
      join login o on o.id <> l.id and (o.member_id = s.member_id or o.staff_id = s.id)
    where l.id = $1 and s.suspended_at is null order by o.login_no limit 1`;

const findLinkedAccount = statement({
  name: "login-linked-account",
  text: linkedAccount,
  row: z.object({ login_no: z.string() }),
});

const findAccount = statement({
  name: "login-account",
  text: `select coalesce((${linkedAccount}), '') as linked_account,
      to_char(password_changed_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
        as password_set_at
    from login where id = $1`,
  row: z.object({ linked_account: z.string(), password_set_at: z.string() }),
});

/** The part of a session's answer that belongs to its login. */
export interface Account {
  /** The number of the linked account of a member who is also staff; empty if there is none. */
  readonly linkedAccount: string;
  /** When the password was set, as an ISO instant. */
  readonly passwordSetAt: string;
}

export async function accountOf(snapshot: Snapshot, loginId: bigint): Promise<Account> {
  const found = await snapshot.first(findAccount, [loginId]);
  assert(found !== null, "a session has a login");
  return { linkedAccount: found.linked_account, passwordSetAt: found.password_set_at };
}

/** The number of the linked account of a member who is also staff; null if there is none. */
export async function linkedAccountOf(
  snapshot: Snapshot,
  loginId: bigint,
): Promise<MemberNo | null> {
  return ((await snapshot.first(findLinkedAccount, [loginId]))?.login_no as MemberNo) ?? null;
}

const findStanding = statement({
  name: "login-member-standing",
  text: `select m.membership as state,
      case when m.language_chosen_at is null then null else m.language end as language
    from login l join member m on m.id = l.member_id where l.id = $1`,
  row: z.object({ state: z.enum(memberStates), language: z.nullable(z.enum(languages)) }),
});

/** The membership of a login's owner, and the language they chose; null if they never did. */
export interface OwnerStanding {
  readonly state: MemberState;
  readonly language: Language | null;
}

/** Returns the standing of a login's owner; staff are always active. */
export async function standingOf(snapshot: Snapshot, loginId: bigint): Promise<OwnerStanding> {
  return (await snapshot.first(findStanding, [loginId])) ?? { state: "active", language: null };
}
