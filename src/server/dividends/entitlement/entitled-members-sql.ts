import { countedLines } from "#server/ledger/journal/counted-lines.ts";

/** The weighted deposits of a row with `opening`, `months` and `weights`; zero if negative. */
export const weightedInSql = `greatest(0, ${[
  "opening * weights[1]",
  ...Array.from({ length: 12 }, (_, month) => `months[${month + 1}] * weights[${month + 2}]`),
].join(" + ")})`;

/** The dividend on the `share_capital` of a row, rounded as `entitlementOf` rounds it. */
export const onShareCapitalInSql =
  "(greatest(0, share_capital) * share_rate_bp * 2 + 10000) / 20000";

/** The interest on the `weighted` deposits of a row, rounded as `entitlementOf` rounds it. */
export const onDepositsInSql = "(weighted * deposit_rate_bp * 2 + 120000) / 240000";

const inMonth = (month: number) =>
  `coalesce(sum(-l.amount_cents) filter (
    where extract(month from l.day) = ${month} and l.day <= d.last), 0)::bigint`;

const months = Array.from({ length: 12 }, (_, month) => inMonth(month + 1)).join(",\n");

/**
 * The CTE `holdings` of what members hold in the year of `d`, which has its `first` and `last` day:
 * the share capital at its end, the deposits at its start and the change in each of its months.
 *
 * It begins with the current balances and subtracts later entries, so it reads only the lines of
 * the year and after, however long a society's history is. Reversed money does not count. `only` is
 * SQL for the id of one member; by default it is every member.
 *
 * Undone imports are looked up by `not in`: joined to them, the planner expects one member where
 * one import brought them all, and adds the lines up again for each.
 */
export function holdingsInSql(only?: string): string {
  const isAsked = (row: string) => (only === undefined ? "true" : `${row}.member_id = ${only}`);
  return `moved as (
    select l.member_id, sum(-l.amount_cents)::bigint as since, array[${months}] as months
    from d cross join lateral (${countedLines("member-deposits", "d.first")}) l
    where ${isAsked("l")} group by l.member_id
  ), later as (
    select l.member_id, sum(-l.amount_cents)::bigint as since
    from d cross join lateral (${countedLines("share-capital", "d.last + 1")}) l
    where ${isAsked("l")} group by l.member_id
  ), holdings as (
    select m.member_id, coalesce(-s.balance_cents, 0) - coalesce(later.since, 0) as share_capital,
      coalesce(-p.balance_cents, 0) - coalesce(moved.since, 0) as opening,
      coalesce(moved.months, array_fill(0::bigint, array[12])) as months
    from (select id as member_id, import_run_id from member) m
      left join ledger_account p
        on p.member_id = m.member_id and p.code = 'member-deposits' and p.reference = ''
      left join ledger_account s
        on s.member_id = m.member_id and s.code = 'share-capital' and s.reference = ''
      left join moved on moved.member_id = m.member_id
      left join later on later.member_id = m.member_id
    where ${isAsked("m")} and (m.import_run_id is null or m.import_run_id not in (
      select run_id from import_batch where state = 'undone'))
  )`;
}

/**
 * The members who are entitled to a dividend, whether or not they have left since; $1 is the
 * dividend. Members of an undone import are not entitled, and members who earn nothing are left
 * out.
 *
 * Calculates every member's dividend as `entitlementOf` does, for all members at once.
 */
export const entitledInSql = `with d as (
    select *, make_date(year, 1, 1) as first, make_date(year, 12, 31) as last
    from dividend where id = $1
  ), ${holdingsInSql()}, held as (
    select h.*, d.weights, d.share_rate_bp, d.deposit_rate_bp from holdings h cross join d
  ), weighted as (
    select *, ${weightedInSql} as weighted from held
  ), calculated as (
    select member_id, share_capital, opening, months,
      ${onShareCapitalInSql} as on_share_capital, ${onDepositsInSql} as on_deposits
    from weighted
  ), entitled as (
    select * from calculated where on_share_capital + on_deposits > 0
  )`;
