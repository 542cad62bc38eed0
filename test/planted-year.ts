import type pg from "pg";

/**
 * Plants members who paid in all through 2025, in bulk and without the triggers, which would take
 * longer than the test. The books tie: balances and the totals of days are set from the lines.
 */
export async function plantYear(owner: pg.Client, members: number, from = 1): Promise<void> {
  await owner.query("begin");
  await owner.query("set local session_replication_role = replica");
  await owner.query(plantMembers, [from, from + members - 1]);
  await owner.query(plantAccounts, [from, from + members - 1]);
  for (const [position, paid] of contributions.entries()) {
    await owner.query(plantEntries, [from, from + members - 1, position, ...paid]);
  }
  await owner.query(
    "select setval('journal_entry_id_seq', (select coalesce(max(id), 1) from journal_entry))",
  );
  await owner.query(`update ledger_account a set balance_cents = l.cents
    from (select account_id, sum(amount_cents)::bigint as cents from journal_line group by 1) l
    where l.account_id = a.id and a.balance_cents <> l.cents`);
  await owner.query("delete from ledger_day");
  await owner.query(`insert into ledger_day (code, value_date, debit_cents, credit_cents)
    select a.code, l.value_date, coalesce(sum(l.amount_cents) filter (where l.amount_cents > 0), 0),
      coalesce(-sum(l.amount_cents) filter (where l.amount_cents < 0), 0)
    from journal_line l join ledger_account a on a.id = l.account_id group by 1, 2`);
  await owner.query("commit");
  await owner.query("analyze");
}

/** Account, day and the step between members of each contribution, in cents. */
const contributions: readonly (readonly [string, string, number, number])[] = [
  ["share-capital", "2025-06-30", 500_000, 10_000],
  ["member-deposits", "2024-12-31", 1_000_000, 12_345],
  ...Array.from({ length: 12 }, (_, month): [string, string, number, number] => {
    return ["member-deposits", `2025-${String(month + 1).padStart(2, "0")}-28`, 100_000, 5_051];
  }),
  ["member-deposits", "2026-01-28", 100_000, 777],
];

const plantMembers = `
  insert into member (member_no, full_name, mobile_number, mobile_confirmed_at, joined_on)
    select 'YR' || n, 'Wanjiru Kamau ' || n, '+2547' || lpad(n::text, 8, '0'),
      case when n % 10 <> 0 then timestamptz '2025-01-01' end, '2019-03-01'
    from generate_series($1::int, $2::int) n`;

const plantAccounts = `
  insert into ledger_account (code, member_id, normal_side, floor_cents, opened_on)
    select code, m.id, -1, 0, m.joined_on
    from generate_series($1::int, $2::int) n join member m on m.member_no = 'YR' || n
      cross join unnest(array['member-deposits', 'share-capital', 'dividend-payable']) as code`;

const plantEntries = `
  with paid as materialized (
    select nextval('journal_entry_id_seq') as id, a.id as account_id, $6::bigint
      + $7::bigint * (n % 89) + $3::int % 7 as cents
    from generate_series($1::int, $2::int) n join member m on m.member_no = 'YR' || n
      join ledger_account a on a.member_id = m.id and a.code = $4
  ), entered as (
    insert into journal_entry (id, kind, value_date, narration, actor)
      select id, case $4 when 'share-capital' then 'share-capital-by-mpesa'
        else 'deposit-by-mpesa' end, $5::date, 'M-Pesa deposit', 'planted' from paid
  )
  insert into journal_line (entry_id, line_no, account_id, value_date, amount_cents)
    select p.id, side.line_no, case side.line_no when 1 then bank.id else p.account_id end,
      $5::date, case side.line_no when 1 then p.cents else -p.cents end
    from paid p cross join (values (1), (2)) as side (line_no)
      cross join ledger_account bank where bank.code = 'mobile-money' and bank.member_id is null`;
