import type pg from "pg";

/** Members whose applications wait; they have deposits enough to secure them. */
const APPLICANTS = "id % 50 = 0";
const YEARS = 10;
const BEFORE_ALL = (YEARS + 1) * 12;

/** Plants members with their accounts and loans into a demo's database, all at once. */
export async function plantOffice(owner: pg.Client, members: number): Promise<void> {
  const run = (text: string) => owner.query(text, [members]);
  await run(`insert into member (member_no, full_name, mobile_number, national_id, joined_on)
    select 'B' || lpad(n::text, 6, '0'), 'Member Number ' || lpad(n::text, 6, '0'),
      '+254' || 700000000 + n * 97, (20000000 + n * 191)::text, '2015-01-01'
    from generate_series(1, $1::int) n`);
  await owner.query(`insert into ledger_account (code, member_id, normal_side, floor_cents)
    select code, id, -1, 0
    from member, unnest(array['member-deposits', 'share-capital', 'dividend-payable']) as code
    where member_no like 'B%'`);
  await contribute(owner, APPLICANTS, { monthsAgo: BEFORE_ALL, amountCents: 10_000_000 });
  await owner.query(`insert into loan (loan_no, member_id, category, purpose, principal_cents,
      total_cents, monthly_deduction_cents, term_months, state, policy_id, applied_at)
    select 'Q-' || id, id, 'Instant', 'Instant loan', (id % 95 + 5) * 100000,
      (id % 95 + 5) * 100000, 100000, 6,
      case when ${APPLICANTS} then 'applied' when id % 3 = 0 then 'withdrawn' else 'declined' end,
      1, now() - (id % 90) * interval '1 hour'
    from member where member_no like 'B%'`);
  await owner.query(`insert into contact_change_request (member_id, mobile_number, asked_by, state)
    select id, '+254711000000', 'bench', 'requested' from member
    where member_no like 'B%' and id % 20 = 0`);
}

/** The members paid by one check-off in the books of this society. */
const ONE_IN = 10;

/**
 * Posts ten years of monthly contributions of a tenth of the members, and last month's of all, in
 * the order a society does; the triggers that protect the books stay on. Returns the number of
 * lines.
 */
export async function bookYears(owner: pg.Client): Promise<number> {
  for (let month = 0; month < YEARS * 12; month += 1) {
    await contribute(owner, `id % ${ONE_IN} = 0`, { monthsAgo: month });
  }
  await contribute(owner, `id % ${ONE_IN} <> 0`, { monthsAgo: 0 });
  const counted = await owner.query<{ n: number }>("select count(*)::int as n from journal_line");
  return counted.rows[0]?.n ?? 0;
}

interface Contribution {
  readonly monthsAgo: number;
  readonly amountCents?: number;
}

async function contribute(
  owner: pg.Client,
  whose: string,
  { monthsAgo, amountCents = 500_000 }: Contribution,
): Promise<void> {
  await owner.query(
    `with paid as materialized (
        select nextval('journal_entry_id_seq') as id, a.id as account_id,
          (date_trunc('month', current_date)
            - $1::int * interval '1 month' - interval '1 day')::date as day
        from member m join ledger_account a on a.member_id = m.id and a.code = 'member-deposits'
        where m.member_no like 'B%' and m.${whose}
      ), entries as (
        insert into journal_entry (id, kind, value_date, narration, reference_no, actor)
        select id, 'deposit-by-check-off', day, 'Check-off ' || day, 'CO-' || day, 'bench' from paid
      )
      insert into journal_line (entry_id, line_no, account_id, value_date, amount_cents)
      select p.id, s.line_no, coalesce(c.id, p.account_id), p.day, s.sign * $2::bigint
      from paid p cross join (values (1, 1), (2, -1)) as s (line_no, sign)
        left join ledger_account c
          on c.code = 'check-off-clearing' and c.member_id is null and s.sign = 1`,
    [monthsAgo, amountCents],
  );
}

const RECORDS = 1_000_000;

/** Plants a long audit log after the existing one; its chain is not verified here. */
export async function plantAuditRecords(owner: pg.Client): Promise<number> {
  await owner.query(
    `insert into audit_record
      select h.seq + n, now() - (1000000 - n) * interval '60 seconds', 'staff:BENCH' || n % 97,
        case when n % 50 = 0 then 'refused' else 'looked' end,
        'member:B' || lpad((n % 100000)::text, 6, '0'), '{"call": "members.record"}',
        sha256('bench'), sha256('bench')
      from audit_head h, generate_series(1, $1::int) n`,
    [RECORDS],
  );
  await owner.query("update audit_head set seq = seq + $1", [RECORDS]);
  return RECORDS;
}
