const nameOf = (line: string): string =>
  `'bank file ' || ${line}.file_id || ' line ' || ${line}.line_no`;

/**
 * The fingerprint of a file as the second person saw it, from its current lines. Equal to the
 * result of `printOf` in payouts/transfers/eft-files.ts.
 */
const printNow = `left(encode(sha256(convert_to(string_agg('[' || to_json(p.reference) || ','
    || to_json(d.branch_code) || ',' || to_json(d.account_no) || ',' || to_json(d.account_name)
    || ',' || to_json(l.amount_cents::text) || ']', E'\\n' order by l.line_no), 'UTF8')),
  'hex'), 12)`;

const fact = (name: string): string => `(select said ->> 'value'
  from jsonb_array_elements(a.facts) said where said ->> 'name' = '${name}')`;

/** The outcome of each live line and of its payout as text, with the number of its entries. */
const outcomes = `select l.*, ${nameOf("l")} as subject, p.amount_cents as payout_cents,
    case l.state when 'paid' then 'paid by ' || l.bank_reference
      else 'not paid while the bank has it' end as expected,
    case when p.state = 'paid' then 'paid by ' || p.receipt_no
      when l.state = 'open' and p.state = 'waiting' then 'not paid while the bank has it'
      else p.state end as found,
    (select count(*) from journal_entry e join journal_line j on j.entry_id = e.id
        join ledger_account c on c.id = j.account_id and c.code = 'bank' and c.member_id is null
      where e.kind = 'payout-by-bank' and e.reference_no = p.reference
        and e.receipt_no = l.bank_reference and j.amount_cents = -l.amount_cents
        and not exists (select from journal_entry v where v.reverses = e.id)) as entries
  from eft_line l join payout p on p.id = l.payout_id
  where l.state in ('open', 'paid')`;

/**
 * The check of files for the bank against their payouts, the books and the approvals. It reports: a
 * line whose amount differs from its payout; a payout that is paid while its line is open; a paid
 * line without its payout or its entry; a payout in two files that the bank has; a file whose
 * account or lines are not the approved ones; and a result that differs from the approved one.
 */
export const bankFileCheck = `
  with line as (${outcomes})
  select subject, payout_cents::text as expected, amount_cents::text as found
  from line where amount_cents <> payout_cents
  union all
  select subject, expected, found from line where expected <> found
  union all
  select subject, 'one entry of ' || amount_cents, entries::text
  from line where state = 'paid' and entries <> 1
  union all
  select 'payout ' || p.reference, 'one bank file',
    string_agg(l.file_id::text, ', ' order by l.file_id, l.line_no)
  from line l join payout p on p.id = l.payout_id
  group by p.id having count(*) > 1
  union all
  select 'bank file ' || f.id, ${fact("eftPrint")} || ' from ' || ${fact("debitAccount")},
    coalesce(lines.print, 'no lines') || ' from ' || f.debit_account
  from eft_file f join approval a on a.id = f.approval_id
    left join lateral (select ${printNow} as print from eft_line l
        join payout p on p.id = l.payout_id join member_bank_details d on d.id = l.details_id
      where l.file_id = f.id) lines on true
  where ${fact("eftPrint")} is distinct from lines.print
    or ${fact("debitAccount")} is distinct from f.debit_account
  union all
  select 'bank file ' || told.file_id || ' line ' || told.line_no,
    told.outcome || ' ' || told.says,
    coalesce(l.state || ' ' || l.bank_reference || l.reason, 'no line')
  from (
    select (a.payload ->> 'file')::bigint as file_id, (r ->> 'line')::int as line_no,
      r ->> 'outcome' as outcome, coalesce(r ->> 'bankReference', r ->> 'reason') as says
    from approval a cross join lateral jsonb_array_elements(a.payload -> 'rows') r
    where a.kind = 'eft-results' and a.state = 'approved'
  ) told left join eft_line l on l.file_id = told.file_id and l.line_no = told.line_no
  where (case l.state when 'bounced' then 'paid' else l.state end, l.bank_reference || l.reason)
    is distinct from (told.outcome, told.says)
  union all
  select ${nameOf("l")}, case when f.taken_back_by is null then 'not ' else '' end || 'withdrawn',
    l.state
  from eft_line l join eft_file f on f.id = l.file_id
  where (l.state = 'taken-back') <> (f.taken_back_by is not null)`;
