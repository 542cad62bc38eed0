-- Why: nothing compared the books of the bank and of M-Pesa with what the bank and M-Pesa say.
-- Their statements are imported, and each line is matched with the entries that it is of.

-- One row for each account that is reconciled; imports and matches of an account lock it.
create table reconciled_account (
  account text primary key check (account in ('bank', 'mobile-money')),
  -- The first day that a statement covers, and the balance before it.
  starts_on date,
  opening_cents bigint,
  -- The last day that is covered; no later than the day before it was imported.
  covers_to date,
  constraint reconciled_account_started check (
    (starts_on is null) = (opening_cents is null) and (starts_on is null) = (covers_to is null))
);
insert into reconciled_account (account) values ('bank'), ('mobile-money');

-- An imported file, as a person claimed it to be.
create table bank_statement (
  id bigint generated always as identity primary key,
  account text not null references reconciled_account,
  file_name text not null check (length(file_name) between 1 and 120),
  sha256 text not null,
  from_day date not null,
  to_day date not null check (to_day >= from_day),
  opening_cents bigint not null,
  closing_cents bigint not null,
  lines integer not null check (lines >= 0),
  -- The lines that no earlier file had.
  added integer not null check (added between 0 and lines),
  loaded_by text not null check (loaded_by <> ''),
  loaded_at timestamptz not null default akiba_now()
);
create index bank_statement_of_account on bank_statement (account, id desc);

-- A match of lines with entries of the same sum. Entries that cancel each other have no line.
create table bank_match (
  id bigint generated always as identity primary key,
  account text not null references reconciled_account,
  state text not null default 'proposed' check (state in ('proposed', 'confirmed', 'undone')),
  rule text not null check (rule in ('receipt', 'reversal', 'amount', 'sum', 'manual')),
  proposed_by text not null check (proposed_by <> ''),
  proposed_at timestamptz not null default akiba_now(),
  confirmed_by text,
  confirmed_at timestamptz,
  -- The day from which it counts: that of its last item, or the day after the last closed month.
  settled_on date,
  undone_by text,
  undone_at timestamptz,
  undone_because text not null default '',
  constraint bank_match_confirmed check (state <> 'confirmed'
    or (confirmed_by is not null and confirmed_at is not null and settled_on is not null)),
  constraint bank_match_undone check ((state = 'undone') = (undone_by is not null)
    and (state = 'undone') = (undone_at is not null))
);
create index bank_match_proposed on bank_match (account, rule, id) where state = 'proposed';
create index bank_match_of_account on bank_match (account, state, id desc);

create table bank_statement_line (
  id bigint generated always as identity primary key,
  account text not null references reconciled_account,
  -- The file that first had it, and its row there.
  statement_id bigint not null references bank_statement deferrable initially deferred,
  row_no integer not null check (row_no > 0),
  day date not null,
  -- The time of day, if the statement has it.
  at_time time,
  receipt_no text not null default '' check (length(receipt_no) <= 60),
  details text not null default '' check (length(details) <= 300),
  other_party text not null default '' check (length(other_party) <= 200),
  account_text text not null default '' check (length(account_text) <= 100),
  -- Money in is positive, money out is negative.
  amount_cents bigint not null check (amount_cents <> 0),
  -- The digest of what it says, and its number among equal lines.
  content bytea not null check (length(content) = 32),
  copy_no integer not null check (copy_no > 0),
  -- A line belongs to at most one match.
  match_id bigint references bank_match,
  constraint bank_statement_line_once unique (account, content, copy_no)
);
create index bank_statement_line_in_time on bank_statement_line (account, day, id);
create index bank_statement_line_open on bank_statement_line (account, id) where match_id is null;
create index bank_statement_line_of_match on bank_statement_line (match_id)
  where match_id is not null;
create index bank_statement_line_of_receipt on bank_statement_line (account, receipt_no)
  where receipt_no <> '';

create table bank_match_entry (
  account text not null references reconciled_account,
  entry_id bigint not null references journal_entry,
  match_id bigint not null references bank_match,
  -- An entry belongs to at most one match of an account.
  primary key (account, entry_id)
);
create index bank_match_entry_of_match on bank_match_entry (match_id);

-- A proposal that a person rejected is not made again.
create table bank_match_rejected (
  account text not null references reconciled_account,
  line_id bigint references bank_statement_line,
  entry_id bigint not null references journal_entry,
  unique nulls not distinct (account, line_id, entry_id)
);

-- Why an item is left open.
create table bank_item_note (
  account text not null references reconciled_account,
  side text not null check (side in ('statement', 'books')),
  item_id bigint not null,
  note text not null check (length(note) between 1 and 200),
  noted_by text not null check (noted_by <> ''),
  noted_at timestamptz not null default akiba_now(),
  primary key (account, side, item_id)
);

create trigger bank_statement_is_insert_only
  before update or delete or truncate on bank_statement execute function forbid_change();
create trigger bank_statement_line_stays
  before delete or truncate on bank_statement_line execute function forbid_change();
create trigger bank_match_stays
  before delete or truncate on bank_match execute function forbid_change();

grant select on reconciled_account, bank_statement, bank_statement_line, bank_match,
  bank_match_entry, bank_match_rejected, bank_item_note to akiba_app;
grant update (starts_on, opening_cents, covers_to) on reconciled_account to akiba_app;
grant insert on bank_statement to akiba_app;
grant usage on sequence bank_statement_id_seq to akiba_app;
grant insert on bank_statement_line to akiba_app;
grant update (match_id) on bank_statement_line to akiba_app;
grant insert (id, account, rule, proposed_by) on bank_match to akiba_app;
grant update (state, confirmed_by, confirmed_at, settled_on, undone_by, undone_at, undone_because)
  on bank_match to akiba_app;
grant usage on sequence bank_match_id_seq to akiba_app;
grant insert, delete on bank_match_entry to akiba_app;
grant insert on bank_match_rejected to akiba_app;
grant insert, update (note, noted_by, noted_at), delete on bank_item_note to akiba_app;

-- The items of a match change only while it is a proposal or after it was undone.
create function bank_match_lines_change() returns trigger language plpgsql as $$
begin
  if exists (select from was o join became n using (id) join bank_match m on m.id = o.match_id
      where o.match_id is distinct from n.match_id and m.state = 'confirmed') then
    raise exception 'a confirmed match keeps its lines'
      using errcode = 'check_violation', constraint = 'bank_match_items';
  end if;
  if exists (select from was o join became n using (id) join bank_match m on m.id = n.match_id
      where o.match_id is distinct from n.match_id
        and (m.state <> 'proposed' or m.account <> n.account)) then
    raise exception 'only a proposal takes lines, of its own account'
      using errcode = 'check_violation', constraint = 'bank_match_items';
  end if;
  return null;
end
$$;
create trigger bank_match_line_items after update on bank_statement_line
  referencing old table as was new table as became
  for each statement execute function bank_match_lines_change();

create function bank_match_entries_added() returns trigger language plpgsql as $$
begin
  if exists (select from became n join bank_match m on m.id = n.match_id
      where m.state <> 'proposed' or m.account <> n.account) then
    raise exception 'only a proposal takes entries, of its own account'
      using errcode = 'check_violation', constraint = 'bank_match_items';
  end if;
  return null;
end
$$;
create trigger bank_match_entry_added after insert on bank_match_entry
  referencing new table as became
  for each statement execute function bank_match_entries_added();

create function bank_match_entries_removed() returns trigger language plpgsql as $$
begin
  if exists (select from was o join bank_match m on m.id = o.match_id
      where m.state = 'confirmed') then
    raise exception 'a confirmed match keeps its entries'
      using errcode = 'check_violation', constraint = 'bank_match_items';
  end if;
  return null;
end
$$;
create trigger bank_match_entry_removed after delete on bank_match_entry
  referencing old table as was
  for each statement execute function bank_match_entries_removed();

-- The sums and the last day of matches, whatever they are made of.
create function bank_match_sums(of_matches bigint[])
returns table (match_id bigint, line_cents bigint, entry_cents bigint, items bigint, last_day date)
language sql stable as $$
  select m.id, coalesce(l.cents, 0)::bigint, coalesce(e.cents, 0)::bigint,
    coalesce(l.items, 0) + coalesce(e.items, 0), greatest(l.last_day, e.last_day)
  from unnest(of_matches) as m (id)
    left join (
      select l.match_id, sum(l.amount_cents) as cents, count(*) as items, max(l.day) as last_day
      from bank_statement_line l where l.match_id = any (of_matches) group by l.match_id
    ) l on l.match_id = m.id
    left join (
      select e.match_id, sum(j.amount_cents) as cents, count(distinct e.entry_id) as items,
        max(j.value_date) as last_day
      from bank_match_entry e
        join ledger_account a on a.code = e.account and a.member_id is null
        join journal_line j on j.entry_id = e.entry_id and j.account_id = a.id
      where e.match_id = any (of_matches) group by e.match_id
    ) e on e.match_id = m.id
$$;

-- A match is confirmed by another person than its proposer, with equal sums on both sides, and
-- counts in no closed month.
create function bank_matches_change() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  confirmed bigint[];
  held date := (select until from books_closed);
begin
  if exists (select from was o join became n using (id)
      where o.state <> n.state and (o.state, n.state) not in
        (('proposed', 'confirmed'), ('proposed', 'undone'), ('confirmed', 'undone'))) then
    raise exception 'a match cannot go back to an earlier state'
      using errcode = 'check_violation', constraint = 'bank_match_life';
  end if;
  if exists (select from was o join became n using (id) where o.state = 'confirmed'
      and (o.confirmed_by, o.confirmed_at, o.settled_on)
        is distinct from (n.confirmed_by, n.confirmed_at, n.settled_on)) then
    raise exception 'the confirmation of a match stays'
      using errcode = 'check_violation', constraint = 'bank_match_life';
  end if;
  if exists (select from was o join became n using (id)
      where o.state = 'confirmed' and n.state = 'undone' and o.settled_on <= held) then
    raise exception 'the books are closed until %', held
      using errcode = 'check_violation', constraint = 'bank_match_in_open_month';
  end if;
  confirmed := array(select n.id from was o join became n using (id)
    where o.state = 'proposed' and n.state = 'confirmed');
  if confirmed = '{}' then return null; end if;
  if exists (select from (select distinct proposed_by, confirmed_by from became
        where id = any (confirmed)) p
      where akiba_person(p.proposed_by) = akiba_person(p.confirmed_by)) then
    raise exception 'a match is confirmed by another person than its proposer'
      using errcode = 'check_violation', constraint = 'bank_match_two_people';
  end if;
  if exists (select from bank_match_sums(confirmed) s join became n on n.id = s.match_id
      where s.line_cents <> s.entry_cents or s.items < 2 or n.settled_on < s.last_day
        or n.settled_on <= held) then
    raise exception 'the two sides of a match have one sum'
      using errcode = 'check_violation', constraint = 'bank_match_sums';
  end if;
  return null;
end
$$;
create trigger bank_match_life after update on bank_match
  referencing old table as was new table as became
  for each statement execute function bank_matches_change();

-- The items on one side only as a day ends: lines that no entry accounts for by then, and entries
-- that are not on the statement by then. Entries from before the first statement count only if a
-- later line is matched with them: the others are in the difference brought forward.
create function bank_open_items(of_account text, as_at date)
returns table (side text, item_id bigint, day date, amount_cents bigint, match_id bigint)
language sql stable as $$
  select 'statement', l.id, l.day, l.amount_cents, l.match_id
  from bank_statement_line l left join bank_match m on m.id = l.match_id
  where l.account = of_account and l.day <= as_at
    and (m.state is distinct from 'confirmed' or m.settled_on > as_at)
  union all
  select 'books', j.entry_id, j.value_date, j.amount_cents, e.match_id
  from reconciled_account r
    join ledger_account a on a.code = r.account and a.member_id is null
    join journal_line j on j.account_id = a.id
    left join bank_match_entry e on e.account = r.account and e.entry_id = j.entry_id
    left join bank_match m on m.id = e.match_id
  where r.account = of_account and j.value_date <= as_at
    and (j.value_date >= r.starts_on or m.state = 'confirmed')
    and (m.state is distinct from 'confirmed' or m.settled_on > as_at)
$$;

-- The balance in the books as a day ends.
create function bank_books_balance(of_account text, as_at date) returns bigint
language sql stable as $$
  select coalesce(sum(debit_cents - credit_cents), 0)::bigint
  from ledger_day where code = of_account and value_date <= as_at
$$;

-- The difference from before the first statement that no matched entry explains.
create function bank_brought_forward(of_account text) returns bigint
language sql stable as $$
  select (bank_books_balance(r.account, r.starts_on - 1) - r.opening_cents - coalesce((
      select sum(j.amount_cents)
      from bank_match_entry e
        join bank_match m on m.id = e.match_id and m.state = 'confirmed'
        join ledger_account a on a.code = e.account and a.member_id is null
        join journal_line j on j.entry_id = e.entry_id and j.account_id = a.id
      where e.account = r.account and j.value_date < r.starts_on), 0))::bigint
  from reconciled_account r where r.account = of_account
$$;

-- The accounts that are not reconciled as a day ends, and why. An account that never moved has
-- nothing to reconcile.
create function bank_unreconciled(as_at date)
returns table (account text, cause text, items bigint, difference_cents bigint)
language sql stable as $$
  select r.account,
    case when r.covers_to is null then 'no-statement'
      when r.covers_to < as_at or r.starts_on > as_at then 'not-covered'
      else 'differences' end,
    o.items, o.cents
  from reconciled_account r
    cross join lateral (
      select count(i.item_id) + (coalesce(bank_brought_forward(r.account), 0) <> 0)::int as items,
        (coalesce(sum(i.amount_cents) filter (where i.side = 'books'), 0)
          - coalesce(sum(i.amount_cents) filter (where i.side = 'statement'), 0)
          + coalesce(bank_brought_forward(r.account), 0))::bigint as cents
      from bank_open_items(r.account, as_at) i
    ) o
  where exists (select from ledger_day d where d.code = r.account and d.value_date <= as_at)
    and (r.covers_to is null or r.covers_to < as_at or r.starts_on > as_at or o.items > 0)
  order by r.account
$$;
