import type pg from "pg";

// The checks read the tables alone. They share no SQL with the product, which they judge.

/** The signed amount of each line on a loan's account that repays it, reversals included. */
const repaidLines = `select a.member_id, a.reference, -l.amount_cents as cents
  from journal_line l
    join ledger_account a on a.id = l.account_id and a.code = 'loan-receivable'
    join journal_entry e on e.id = l.entry_id
    left join journal_entry r on r.id = e.reverses
  where coalesce(r.kind, e.kind) like 'loan-repaid-%'
    or coalesce(r.kind, e.kind) = 'loan-overpaid-on-exit'`;

const notReversed = "not exists (select from journal_entry r where r.reverses = e.id)";

/** The rules for the books, the loans and the messages at every moment; each row is a violation. */
export const ledgerChecks: Readonly<Record<string, string>> = {
  "every entry has two lines or more, which sum to zero": `
    select e.id::text as subject from journal_entry e left join journal_line l on l.entry_id = e.id
      group by e.id having count(l.line_no) < 2 or sum(l.amount_cents) <> 0`,

  "the stored balance of every account is the sum of its lines": `
    select a.code || ' ' || a.id as subject from ledger_account a
      left join journal_line l on l.account_id = a.id
      group by a.id having a.balance_cents <> coalesce(sum(l.amount_cents), 0)`,

  "the daily totals of every code equal the accounts of its members": `
    select coalesce(d.code, a.code) as subject
      from (select code, sum(debit_cents - credit_cents) as cents from ledger_day group by 1) d
        full join (select code, sum(balance_cents) as cents from ledger_account group by 1) a
          on a.code = d.code
      where coalesce(d.cents, 0) <> coalesce(a.cents, 0)`,

  "the trial balance is zero": `
    select 'all accounts' as subject from ledger_account having sum(balance_cents) <> 0`,

  "no account is below zero that may not be": `
    select a.code || ' of ' || coalesce(m.member_no, 'the society') as subject
      from ledger_account a left join member m on m.id = a.member_id
      where a.code in ('member-deposits', 'share-capital', 'withdrawable-deposits',
          'dividend-payable', 'check-off-suspense', 'exit-clearing', 'share-transfers',
          'welfare-fund', 'insurance-premiums')
        and -a.balance_cents < 0`,

  "no loan is disbursed twice, and none that was not approved": `
    select l.loan_no as subject from loan l
      left join journal_entry e on e.kind = 'loan-disbursed' and e.reference_no = l.loan_no
        and ${notReversed}
      where l.policy_id is not null
      group by l.id having count(e.id) <> case
        when l.state in ('disbursed', 'settled') then 1 else 0 end`,

  "the instalments of every loan sum to its total": `
    select l.loan_no as subject from loan l left join loan_instalment i on i.loan_id = l.id
      where l.state in ('disbursed', 'settled')
      group by l.id having coalesce(sum(i.amount_cents), 0) <> l.total_cents`,

  "what is outstanding on every loan is its total less what was repaid": `
    select l.loan_no as subject from loan l
      join ledger_account a on a.code = 'loan-receivable' and a.member_id = l.member_id
        and a.reference = l.loan_no
      left join (${repaidLines}) p on p.member_id = l.member_id and p.reference = l.loan_no
      where l.state in ('disbursed', 'settled')
      group by l.id, a.id
      having a.balance_cents <> l.total_cents - coalesce(sum(p.cents), 0)
        or (l.state = 'settled') <> (a.balance_cents <= 0)`,

  "no receipt is credited twice": `
    select e.receipt_no as subject from journal_entry e
      where e.receipt_no <> '' and ${notReversed} and e.kind in ('loan-repaid-by-mpesa',
        'loan-repaid-in-cash', 'loan-repaid-at-bank', 'payout-settled', 'dividend-in-cash',
        'payout-by-bank', 'payout-by-cheque', 'payout-in-cash', 'payout-from-till',
        'exit-refunded')
      group by 1 having count(*) > 1`,

  "every payout that was paid has one entry of its amount, and no other has any": `
    select p.reference as subject from payout p
      left join journal_entry e on e.reference_no = p.reference and e.kind in ('payout-settled',
        'payout-by-bank', 'payout-by-cheque', 'payout-in-cash', 'payout-from-till')
        and ${notReversed}
      left join journal_line l on l.entry_id = e.id and l.amount_cents > 0
      group by p.id having count(e.id) <> (p.state = 'paid')::int
        or coalesce(sum(l.amount_cents), 0)
          <> case p.state when 'paid' then p.amount_cents else 0 end`,

  "payout clearing holds what is on its way": `
    select 'payout-clearing' as subject
      from ledger_account a where a.code = 'payout-clearing' and -a.balance_cents <>
        (select coalesce(sum(amount_cents), 0) from payout
          where state in ('waiting', 'sending', 'sent', 'unknown'))`,

  "check-off in suspense is the list of lines that wait": `
    select 'check-off-suspense' as subject
      from ledger_account a where a.code = 'check-off-suspense' and -a.balance_cents <>
        (select coalesce(sum(p.amount_cents), 0) from check_off_part p
          join check_off_batch b on b.id = p.batch_id and b.state = 'posted'
          where p.destination = 'suspense' and not exists (select from check_off_release r
            where r.batch_id = p.batch_id and r.row_no = p.row_no))`,

  "the rows of every election sum to what there is to split": `
    select e.member_id || ' version ' || v.version as subject
      from dividend_election v join dividend_entitlement e using (dividend_id, member_id)
        left join dividend_election_row r using (dividend_id, member_id, version)
      group by e.dividend_id, e.member_id, v.version
      having coalesce(sum(r.amount_cents), 0) <> e.gross_cents - e.held_cents`,

  "the versions of every election follow each other": `
    select member_id::text as subject from dividend_election
      group by dividend_id, member_id having max(version) <> count(*)`,

  "every posted dividend has one entry for each member, of what they are entitled to": `
    select d.year::text as subject from dividend d
      where (d.state in ('posted', 'locked', 'paid')) and exists (
          select from (select member_id, gross_cents as cents from dividend_entitlement
              where dividend_id = d.id) e
            full join (select a.member_id, sum(-l.amount_cents) as cents from journal_entry j
              join journal_line l on l.entry_id = j.id
              join ledger_account a on a.id = l.account_id and a.code = 'dividend-payable'
              where j.kind = 'dividend-declared' and j.narration = 'Dividend for ' || d.year
              group by 1) p using (member_id)
            where e.cents is distinct from p.cents)
        or d.state in ('prepared', 'approved') and exists (select from journal_entry j
          where j.kind = 'dividend-declared' and j.narration = 'Dividend for ' || d.year)`,

  "the legs of every locked dividend sum to what each member is entitled to": `
    select d.year || ' ' || e.member_id as subject
      from dividend d join dividend_entitlement e on e.dividend_id = d.id
        left join dividend_leg g on g.dividend_id = e.dividend_id and g.member_id = e.member_id
      where d.state in ('locked', 'paid')
      group by d.id, e.dividend_id, e.member_id
      having coalesce(sum(g.amount_cents), 0) <> e.gross_cents`,

  "the audit log is one unbroken chain": `
    select seq::text as subject from (
        select *, lag(hash, 1, sha256('akiba')) over (order by seq) as before,
          row_number() over (order by seq) as place
        from audit_record) r
      where r.seq <> r.place or r.previous_hash <> r.before or r.hash <> sha256(r.previous_hash
        || convert_to(jsonb_build_array(r.seq, extract(epoch from r.at), r.actor, r.action,
          r.subject, r.detail)::text, 'UTF8'))
    union all select 'the head' from audit_head h
      where h.seq <> (select count(*) from audit_record)`,

  "every effect has one audit record": `
    select coalesce(e.action, a.action) || ' ' || coalesce(e.subject, a.subject) as subject
      from (
        select 'loan-step-' || s.step as action, 'loan:' || l.loan_no as subject, count(*) as times
          from loan_step s join loan l on l.id = s.loan_id
          where s.step in ('approved', 'declined', 'withdrawn', 'disbursed') group by 1, 2
        union all select 'exit-paid', 'member:' || m.member_no, count(*)
          from member_exit x join member m on m.id = x.member_id where x.state = 'paid' group by 2
        union all select 'dividend-paid', 'dividend:' || year, count(*) from dividend
          where state = 'paid' group by 2
        union all select 'member-suspended', 'member:' || m.member_no, count(*)
          from member_suspension s join member m on m.id = s.member_id group by 2
      ) e full join (
        select action, subject, count(*) as times from audit_record
          where action in ('loan-step-approved', 'loan-step-declined',
            'loan-step-withdrawn', 'loan-step-disbursed', 'exit-paid', 'dividend-paid',
            'member-suspended')
          group by 1, 2
      ) a using (action, subject)
      where e.times is distinct from a.times`,

  "no message is sent twice": `
    select template || ' to ' || recipient as subject from outbox_message
      where params ->> 'receipt' is null
      group by channel, recipient, template, params having count(*) > 1`,

  "a member is told of each repayment once, and of each that was taken back": `
    select coalesce(s.receipt, t.receipt) as subject
      from (select r.receipt_no as receipt, count(*) as times from loan_step s
          join loan_step r on r.id = coalesce(s.reverses, s.id)
          where r.step = 'repaid' and r.receipt_no <> '' group by 1) s
        full join (select params ->> 'receipt' as receipt, count(*) as times from outbox_message
          where template in ('loan-repaid', 'loan-settled', 'loan-reversed')
            and params ->> 'receipt' is not null and channel = 'sms' group by 1) t using (receipt)
      where s.times is distinct from t.times`,

  "what a member guarantees is within their deposits": `
    select m.member_no as subject from guarantee g join member m on m.id = g.guarantor_id
      left join ledger_account a on a.code = 'member-deposits' and a.member_id = m.id
      where g.state = 'accepted'
      group by m.id, a.id having sum(g.amount_cents) > coalesce(-a.balance_cents, 0)`,

  // Their shares may stay, and a dividend that is posted after they left is theirs all the same.
  "a member who left has no savings, no loan and no session": `
    select m.member_no as subject from member m
      where m.membership = 'left' and (exists (select from ledger_account a
          where a.member_id = m.id and a.balance_cents <> 0 and a.code in
            ('member-deposits', 'withdrawable-deposits', 'loan-receivable'))
        or exists (select from session s join login l on l.id = s.login_id
          where l.member_id = m.id and s.ended_at is null))`,

  "a closed month is as it was when it was closed": `
    select c.month::text as subject from month_close c
      where c.state in ('closed', 'reopening') and exists (
        select from jsonb_each_text(c.trial_balance) k (code, cents)
          full join (select a.code, sum(l.amount_cents)::text as cents from journal_line l
            join ledger_account a on a.id = l.account_id
            where l.value_date < c.month + interval '1 month' group by 1) n using (code)
        where coalesce(k.cents, '0') <> coalesce(n.cents, '0'))`,

  "no step that takes two people was taken by one": `
    select subject from (
        select 'loan ' || loan_id as subject, taken_by as one, approved_by as other from loan_step
        union all select 'reversal ' || loan_id, taken_by, recorded_by from loan_step
        union all select 'dividend ' || year, prepared_by, approved_by from dividend
        union all select 'exit ' || id, asked_by, approved_by from member_exit
        union all select 'exit ' || id, approved_by, paid_by from member_exit
        union all select 'payout ' || id, failed_by, resolved_by from payout
        union all select 'payout ' || id, claimed_by, confirmed_by from payout
        union all select 'contacts ' || id, asked_by, approved_by from contact_change_request
        union all select 'suspension ' || id, suspended_by, resumed_by from member_suspension
        union all select 'check-off ' || id, prepared_by, posted_by from check_off_batch
        union all select 'check-off ' || id, dated_by, posted_by from check_off_batch
        union all select 'import ' || id, prepared_by, posted_by from import_batch
        union all select 'month ' || month, prepared_by, approved_by from month_close
        union all select 'month ' || month, reopen_by, reopened_by from month_close
        union all select 'approval ' || id, requested_by, decided_by from approval
          where state = 'approved'
      ) steps where one = other`,

  "every answer that is kept names an effect, and no effect is named by two keys": `
    select i.scope || ' ' || i.key as subject from idempotency_record i
      where i.status = 201 and i.answer ->> 'message' = 'Application Successful'
        and (not exists (select from loan l where l.loan_no = i.answer ->> 'loanNo')
          or exists (select from idempotency_record o where o.scope = i.scope and o.key <> i.key
            and o.answer ->> 'loanNo' = i.answer ->> 'loanNo'))`,
};

/** Runs every check. Returns each that found something, with its first row. */
export async function brokenChecks(client: pg.Client): Promise<string[]> {
  const broken: string[] = [];
  for (const [name, sql] of Object.entries(ledgerChecks)) {
    const { rows } = await client.query<{ subject: string }>(`${sql} limit 5`);
    if (rows.length > 0) broken.push(`${name}: ${rows.map(({ subject }) => subject).join(", ")}`);
  }
  return broken;
}
