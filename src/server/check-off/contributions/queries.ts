import * as z from "zod/mini";
import {
  type ContributionState,
  contributionStates,
} from "#shared/contract/check-off/contributions.ts";
import { memberStates } from "#shared/contract/members/suspensions.ts";
import { ruleStates } from "#shared/contract/withdrawals/policy.ts";
import { languages } from "#shared/language.ts";
import type { MemberNo } from "#shared/member-number.ts";
import { mayDo } from "#shared/while-suspended.ts";
import {
  agreedInMonth,
  datedContributionPolicy,
} from "#server/check-off/payroll/agreed-contributions.ts";
import { withStatesInSql } from "#server/kernel/platform/dated-rows.ts";
import { type Snapshot, statement } from "#server/kernel/platform/database.ts";
import { nairobiDayText, nairobiTime } from "#server/kernel/platform/nairobi.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { BEYOND_ANY_ID, bigCents, storedDate } from "#server/kernel/platform/row-fields.ts";
import { doneColumns, doneInSql } from "#server/kernel/platform/setting-change.ts";

const thisMonth = "date_trunc('month', akiba_today())::date";

const findSaver = statement({
  name: "contributions-saver",
  text: `select m.id, m.member_no, m.mobile_number, m.language, m.membership as state,
      coalesce((select check_off_to_deposits from society), true) as takes_deposits,
      (select a.cents from (${agreedInMonth(thisMonth)}) a where a.member_id = m.id) as agreed
    from member m where m.member_no = $1`,
  row: z.object({
    id: z.bigint(),
    member_no: z.string(),
    mobile_number: z.string(),
    language: z.enum(languages),
    state: z.enum(memberStates),
    takes_deposits: z.boolean(),
    /** The amount agreed for this month; null if none was. */
    agreed: z.nullable(bigCents),
  }),
});

/** A member with the contribution they agreed on. */
export type Saver = z.infer<typeof findSaver.row>;

/** Returns the member who asks; throws `no-such-member` if there is none. */
export async function saverOf(snapshot: Snapshot, memberNo: MemberNo): Promise<Saver> {
  const found = await snapshot.first(findSaver, [memberNo]);
  if (found === null) throw new Problem("no-such-member");
  return found;
}

/** Why a member cannot change their contribution; empty if they can. */
export function blockOf({ state, takes_deposits }: Saver): "" | "not-active" | "no-deposits" {
  if (!mayDo(state, "begin")) return "not-active";
  return takes_deposits ? "" : "no-deposits";
}

const findMonths = statement({
  name: "contributions-months",
  text: `select to_char(month, 'YYYY-MM-DD') as month
    from generate_series(${thisMonth}, ${thisMonth} + interval '12 months', interval '1 month')
      as month
    where month > (select month from check_off_advice_latest)
      and not exists (select from monthly_contribution c
        where c.member_id = $1 and c.month = month.month and c.cancelled_at is null)
    order by month.month`,
  row: z.object({ month: z.string() }),
});

/** Returns the first days of the months that a member can change. */
export async function monthsToChange(snapshot: Snapshot, memberId: bigint): Promise<string[]> {
  return (await snapshot.rows(findMonths, [memberId])).map(({ month }) => month);
}

/** The savings that arrived by check-off, of a file here or of an import, by value date. */
const deducted = `select date_trunc('month', l.value_date)::date as month,
    -sum(l.amount_cents) as cents
  from ledger_account a join journal_line l on l.account_id = a.id
      and l.value_date >= ${thisMonth} - interval '3 months'
    join journal_entry e on e.id = l.entry_id and e.kind = 'deposit-by-check-off'
  where a.member_id = $1 and a.code = 'member-deposits' and a.reference = ''
    and not exists (select from journal_entry r where r.reverses = e.id)
  group by 1`;

const findMonthsToCome = statement({
  name: "contributions-months-to-come",
  text: `with latest as (select month, cents from (${deducted}) d order by month desc limit 1)
    select to_char(g.month, 'YYYY-MM-DD') as month, to_char(c.since, 'YYYY-MM-DD') as since,
      coalesce(c.cents, (select cents from latest), 0)::bigint as usual
    from generate_series(${thisMonth},
        date_trunc('year', akiba_today()) + interval '23 months', interval '1 month') as g (month)
      left join lateral (${agreedInMonth("g.month")}) c on c.member_id = $1
    where g.month > coalesce((select month from latest where month = ${thisMonth}), '-infinity')
    order by g.month`,
  row: z.object({ month: storedDate, since: z.nullable(storedDate), usual: bigCents }),
});

/**
 * Returns the months still to be deducted until the end of next year, and the amount that would be
 * deducted: the agreed one, or else the savings of the latest check-off of the last three months.
 * This month is left out once savings of it have arrived.
 */
export const monthsToCome = (snapshot: Snapshot, memberId: bigint) =>
  snapshot.rows(findMonthsToCome, [memberId]);

const changeColumns = `c.id, c.month, c.amount_cents,
  case when c.cancelled_at is not null then 'cancelled'
    when c.month <= (select month from check_off_advice_latest) then 'advised'
    else 'to-come' end as state,
  ${nairobiDayText("c.decided_at")} as decided_on, ${nairobiTime("c.decided_at")} as decided_time`;

const changeShape = {
  id: z.bigint(),
  month: z.string(),
  amount_cents: bigCents,
  state: z.enum(contributionStates satisfies readonly ContributionState[]),
  decided_on: z.string(),
  decided_time: z.string(),
};

/** One change of a monthly contribution. */
export type ChangeRow = z.infer<typeof findOwn.row>;

const findOwn = statement({
  name: "contributions-of-member",
  text: `select ${changeColumns} from monthly_contribution c where c.member_id = $1
    order by c.month desc, c.id desc limit 50`,
  row: z.object(changeShape),
});

/** Returns a member's changes, latest month first, at most fifty. */
export const changesOfMember = (snapshot: Snapshot, memberId: bigint): Promise<ChangeRow[]> =>
  snapshot.rows(findOwn, [memberId]);

const findChange = statement({
  name: "contributions-change",
  text: `select ${changeColumns} from monthly_contribution c where c.id = $1 and c.member_id = $2`,
  row: z.object(changeShape),
});

/** Returns one change of a member; null if it is not theirs. */
export const changeOfMember = (snapshot: Snapshot, id: bigint, memberId: bigint) =>
  snapshot.first(findChange, [id, memberId]);

const PAGE = 50;

const findChanges = statement({
  name: "contributions-changes",
  text: `select ${changeColumns}, m.member_no, m.full_name,
      (select p.amount_cents from monthly_contribution p
        where p.member_id = c.member_id and p.month < c.month and p.cancelled_at is null
        order by p.month desc limit 1) as before_cents
    from monthly_contribution c join member m on m.id = c.member_id
    where c.id < $1 order by c.id desc limit ${PAGE + 1}`,
  row: z.object({
    ...changeShape,
    member_no: z.string(),
    full_name: z.string(),
    before_cents: z.nullable(bigCents),
  }),
});

/** A change with its member and the amount before it. */
export type ListedChange = z.infer<typeof findChanges.row>;

/** Returns a page of all changes, the latest decision first, and whether it is the last. */
export async function changesPage(snapshot: Snapshot, before: bigint | undefined) {
  const rows = await snapshot.rows(findChanges, [before ?? BEYOND_ANY_ID]);
  return { rows: rows.slice(0, PAGE), isLast: rows.length <= PAGE };
}

const findPolicies = statement({
  name: "contributions-policies",
  text: `select r.id, r.effective_from, r.state, r.least_cents, r.most_cents,
      ${doneInSql("r.set_by", "r.set_at")}
    from ${withStatesInSql(datedContributionPolicy)} r
    order by r.effective_from desc, r.id desc limit 50`,
  row: z.object({
    id: z.bigint(),
    effective_from: z.string(),
    state: z.enum(ruleStates),
    least_cents: bigCents,
    most_cents: bigCents,
    ...doneColumns,
  }),
});

const findNewest = statement({
  name: "contributions-policy-newest",
  text: "select max(id) as newest from contribution_policy",
  row: z.object({ newest: z.bigint() }),
});

/** All bounds with their states, and the newest that were set. */
export async function policyHistory(snapshot: Snapshot) {
  const at = await snapshot.first(findNewest);
  if (at === null) throw new Error("there is no policy for contributions");
  return { newest: at.newest, rows: await snapshot.rows(findPolicies) };
}
