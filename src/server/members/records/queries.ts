import * as z from "zod/mini";
import { type SearchMatch, SEARCH_HITS, searchMatches } from "#shared/contract/members/desk.ts";
import { changeStates } from "#shared/contract/members/contact-changes.ts";
import { exitStates } from "#shared/contract/exits/settlement.ts";
import { loanStates } from "#shared/contract/loans/instant-loans.ts";
import { genders } from "#shared/contract/members/registration.ts";
import { memberStates } from "#shared/contract/members/suspensions.ts";
import { languages } from "#shared/language.ts";
import type { MemberNo } from "#shared/member-number.ts";
import { readMemberSearch } from "#shared/member-search.ts";
import type { MemberScope } from "#server/kernel/http/actor.ts";
import { memberBalanceInSql } from "#server/ledger/journal/balances.ts";
import { begins, wordsAsked } from "#server/members/membership/name-search.ts";
import { closedCodesColumns, closedCodesInSql } from "#server/identity/one-time-codes/code-lock.ts";
import { openSuspension } from "#server/members/membership/shown-suspension.ts";
import { type Snapshot, statement } from "#server/kernel/platform/database.ts";
import { bigCents } from "#server/kernel/platform/row-fields.ts";
import { nairobiDayText, nairobiTime } from "#server/kernel/platform/nairobi.ts";

const member = z.object({
  id: z.bigint(),
  member_no: z.string(),
  full_name: z.string(),
  mobile_number: z.string(),
  email: z.string(),
  national_id: z.string(),
  postal_address: z.string(),
  payroll_no: z.string(),
  kra_pin: z.string(),
  next_of_kin: z.array(
    z.object({ name: z.string(), relation: z.string(), share_bp: z.nullable(z.int()) }),
  ),
});

export type Member = z.infer<typeof member>;

const memberColumns = `m.id, m.member_no, m.full_name, m.mobile_number, m.email, m.national_id,
  m.postal_address, m.payroll_no, m.kra_pin,
  coalesce((select jsonb_agg(jsonb_build_object(
      'name', k.full_name, 'relation', k.relation, 'share_bp', k.share_bp) order by k.position)
    from next_of_kin k where k.member_id = m.id), '[]') as next_of_kin`;

const findMember = statement({
  name: "member-by-number",
  quick: true,
  text: `select ${memberColumns} from member m where m.member_no = $1`,
  row: member,
});

/** A member's details on the register, next of kin in order. */
export function memberDetails(snapshot: Snapshot, scope: MemberScope): Promise<Member | null> {
  return snapshot.first(findMember, [scope.memberNo]);
}

const findCalled = statement({
  name: "member-called",
  text: `select ${memberColumns} from member m
    where (m.member_no = $1 or m.id = $2) and ($3::text is null or m.member_no = $3)
    order by m.member_no = $1 desc limit 1`,
  row: member,
});

/** A member by number or otherwise by id; with `own`, only the member of that number. */
export function memberCalled(
  snapshot: Snapshot,
  called: MemberNo,
  own: MemberNo | null,
): Promise<Member | null> {
  const id = /^\d{1,18}$/.test(called) ? BigInt(called) : null;
  return snapshot.first(findCalled, [called, id, own]);
}

const ONE_MORE = SEARCH_HITS + 1;

const byKey = (matched: SearchMatch, column: string, parameter: string, ranks: string) =>
  `(select id, '${matched}' as matched,
      case when ${column} = ${parameter} then ${ranks} end as rank, ${column} collate "C" as place
    from member where ${begins(column, parameter)} order by place limit ${ONE_MORE})`;

/**
 * In index order, so that reading ends as soon as there are enough rows: by the word that matches,
 * then by name. Of several matching words of a name, the first one counts, and an exact match. No
 * name appears more than twice, so twice the limit of rows is enough. As a plain condition the
 * planner expects almost no rows, reads the whole range and sorts it: sixty times the work for many
 * beginnings of names.
 */
const byName = `(select member_id, 'name', case when word = $5 then 3 else 4 end, word || name
    from member_word
    where ${begins("word", "$5")}
      and case when strpos(name, ' ' || word) = strpos(name, ' ' || $5)
        then name like all ($6::text[]) else false end
    order by word, name limit ${2 * ONE_MORE})`;

const hit = z.object({
  member_no: z.string(),
  full_name: z.string(),
  mobile_number: z.string(),
  national_id: z.string(),
  matched: z.enum(searchMatches),
});

export type SearchHit = z.infer<typeof hit>;

// Each way to find a member reads one range of one index and returns no more than the limit. A null
// parameter finds nobody. Lower ranks are better matches.
const findHits = statement({
  name: "member-search",
  text: `with found as (
      ${byKey("memberNo", "member_no", "$1", "0 else 5")}
      union all
      ${byKey("nationalId", "upper(national_id)", "$2", "1 else 7")}
      union all
      ${byKey("mobile", "mobile_number", "$3", "2 else 6")}
      union all
      ${byKey("mobile", "reverse(mobile_number)", "$4", "8 else 8")}
      union all
      ${byName}
    ), best as (
      select distinct on (id) * from found order by id, rank, place
    )
    select m.member_no, m.full_name, m.mobile_number, m.national_id, b.matched
    from best b join member m using (id)
    order by b.rank, b.place, m.id limit ${ONE_MORE}`,
  row: hit,
});

/** The members found by a search, best first; one more than shown if there are more. */
export async function membersFound(snapshot: Snapshot, typed: string): Promise<SearchHit[]> {
  const asked = readMemberSearch(typed);
  if (asked === null) return [];
  const { longest, others } = wordsAsked(typed);
  return snapshot.rows(findHits, [
    asked.number,
    asked.nationalId,
    asked.mobile,
    asked.mobileEnd,
    longest,
    others,
  ]);
}

const closedCodes = closedCodesInSql("m.member_no");

const findRegister = statement({
  name: "member-record",
  text: `select ${memberColumns}, akiba_today() as as_at, m.language, m.joined_on,
      m.gender, m.residence, m.stated_age, m.stated_age_on, m.membership,
      coalesce((select e.state from member_exit e where e.member_id = m.id
        and e.state in ('asked', 'approved')), '') as exit,
      m.mobile_confirmed_at is not null as mobile_confirmed,
      coalesce((select b.reason from loan_blacklist b where b.member_id = m.id), '') as blacklisted,
      l.id is not null as has_login, coalesce(s.failures, 0) as failures,
      coalesce(s.paused_until > akiba_now(), false) as paused,
      coalesce(${nairobiDayText("last.at")}, '') as last_on,
      coalesce(${nairobiTime("last.at")}, '') as last_time,
      ${memberBalanceInSql("member-deposits")} as savings,
      ${memberBalanceInSql("share-capital")} as share_capital,
      ${memberBalanceInSql("withdrawable-deposits")} as withdrawable,
      ${memberBalanceInSql("dividend-payable")} as dividend_payable, ${closedCodes.columns}
    from member m
      left join login l on l.member_id = m.id
      left join sign_in_standing s on s.login_no = l.login_no
      left join lateral (select r.at from audit_record r
        where r.subject = 'login:' || m.member_no and r.action = 'signed-in'
        order by r.seq desc limit 1) as last on true
      ${closedCodes.join}
    where m.member_no = $1`,
  row: z.extend(member, {
    as_at: z.string(),
    language: z.enum(languages),
    joined_on: z.string(),
    gender: z.union([z.enum(genders), z.literal("")]),
    residence: z.string(),
    stated_age: z.nullable(z.int()),
    stated_age_on: z.nullable(z.string()),
    membership: z.enum(memberStates),
    exit: z.union([z.enum(exitStates), z.literal("")]),
    mobile_confirmed: z.boolean(),
    blacklisted: z.string(),
    has_login: z.boolean(),
    failures: z.int(),
    paused: z.boolean(),
    last_on: z.string(),
    last_time: z.string(),
    ...closedCodesColumns,
    savings: bigCents,
    share_capital: bigCents,
    withdrawable: bigCents,
    dividend_payable: bigCents,
  }),
});

const findContactChanges = statement({
  name: "member-contact-changes",
  text: `select id, ${nairobiDayText("asked_at")} as asked_on, mobile_number, email, residence,
      next_of_kin, state, asked_by like 'member:%' as at_sign_up
    from contact_change_request where member_id = $1 order by id desc limit 10`,
  row: z.object({
    id: z.bigint(),
    asked_on: z.string(),
    mobile_number: z.string(),
    email: z.string(),
    residence: z.string(),
    next_of_kin: z.array(z.string()),
    state: z.enum(changeStates),
    at_sign_up: z.boolean(),
  }),
});

const outstanding = `coalesce((select a.balance_cents * a.normal_side
    from ledger_account a where a.member_id = l.member_id and a.code = 'loan-receivable'
      and a.reference = l.loan_no), 0)::bigint as outstanding`;

const findLoans = statement({
  name: "member-open-loans",
  text: `select * from (
      select l.id, l.loan_no, l.purpose, l.state, l.end_date, l.principal_cents as principal,
        ${outstanding}
      from loan l where l.member_id = $1
    ) l where state in ('applied', 'approved') or outstanding <> 0 order by id`,
  row: z.object({
    loan_no: z.string(),
    purpose: z.string(),
    state: z.enum(loanStates),
    end_date: z.nullable(z.string()),
    principal: bigCents,
    outstanding: bigCents,
  }),
});

// As on the guarantor statement: for loans that are owed or applied for, until released.
const findGuarantees = statement({
  name: "member-guarantees",
  text: `select * from (
      select g.id, g.guarantor_id = $1 as given, l.loan_no, l.purpose, l.state, m.member_no,
        m.full_name, g.amount_cents as amount, ${outstanding}
      from guarantee g join loan l on l.id = g.loan_id
        join member m on m.id = case when g.guarantor_id = $1 then l.member_id
          else g.guarantor_id end
      where (g.guarantor_id = $1 or l.member_id = $1) and g.state = 'accepted'
    ) g where state in ('applied', 'approved') or outstanding > 0 order by id`,
  row: z.object({
    id: z.bigint(),
    given: z.boolean(),
    loan_no: z.string(),
    purpose: z.string(),
    member_no: z.string(),
    full_name: z.string(),
    amount: bigCents,
    outstanding: bigCents,
  }),
});

export type GuaranteeOfRecord = z.infer<typeof findGuarantees.row>;

const LOOKS = 20;

const findAccesses = statement({
  name: "member-accesses",
  text: `select r.seq, ${nairobiDayText("r.at")} as looked_on, ${nairobiTime("r.at")} as looked_at,
      coalesce(s.full_name, split_part(r.actor, ':', 2)) as who,
      coalesce(r.detail ->> 'call', '') as call
    from audit_record r left join staff s on 'staff:' || s.staff_no = r.actor
    where r.subject = 'member:' || $1 and r.action = 'looked' and r.seq < $2
    order by r.seq desc limit ${LOOKS + 1}`,
  row: z.object({
    seq: z.bigint(),
    looked_on: z.string(),
    looked_at: z.string(),
    who: z.string(),
    call: z.string(),
  }),
});

export interface Accesses {
  readonly rows: readonly z.infer<typeof findAccesses.row>[];
  /** Null if there was no earlier access. */
  readonly next: bigint | null;
}

/** Staff accesses to a record, latest first, before one access or up to now. */
export async function accessesTo(
  snapshot: Snapshot,
  memberNo: MemberNo,
  before = 2n ** 62n,
): Promise<Accesses> {
  const found = await snapshot.rows(findAccesses, [memberNo, before]);
  const rows = found.slice(0, LOOKS);
  return { rows, next: found.length > LOOKS ? (rows.at(-1)?.seq ?? null) : null };
}

export type MemberRecord = NonNullable<Awaited<ReturnType<typeof memberRecord>>>;

/** Everything the desk needs about a member, in one snapshot; null if there is none. */
export async function memberRecord(snapshot: Snapshot, memberNo: MemberNo) {
  const register = await snapshot.first(findRegister, [memberNo]);
  if (register === null) return null;
  const ofMember = [register.id];
  return {
    register,
    suspension: await openSuspension(snapshot, register.id),
    contactChanges: await snapshot.rows(findContactChanges, ofMember),
    loans: await snapshot.rows(findLoans, ofMember),
    guarantees: await snapshot.rows(findGuarantees, ofMember),
    accesses: await accessesTo(snapshot, memberNo),
  };
}
