-- Why: the books. Double entry, balanced when a unit of work commits, insert-only for everybody;
-- the stored balance of an account is moved with its lines and can never pass its floor.

create table ledger_account (
  id bigint generated always as identity primary key,
  code text not null,
  member_id bigint references member,
  -- Which of a member's several accounts of one code: a withdrawable account, later a loan.
  reference text not null default '',
  -- 1 where a debit makes the balance grow, -1 where a credit does.
  normal_side smallint not null check (normal_side in (1, -1)),
  -- The least the balance may be, counted in the account's normal direction.
  floor_cents bigint,
  opened_on date not null default akiba_today(),
  -- The sum of the account's lines: debits positive, credits negative.
  balance_cents bigint not null default 0,
  constraint ledger_account_floor check (balance_cents * normal_side >= floor_cents),
  unique nulls not distinct (code, member_id, reference)
);

create index ledger_account_of_member on ledger_account (member_id, code);

create table journal_entry (
  id bigint generated always as identity primary key,
  kind text not null,
  value_date date not null,
  booked_at timestamptz not null default akiba_now(),
  narration text not null,
  reference_no text not null default '',
  receipt_no text not null default '',
  actor text not null,
  reverses bigint unique references journal_entry,
  check ((kind = 'reversal') = (reverses is not null)),
  -- Lines may only be written in the transaction that wrote their entry.
  booked_in xid8 not null default pg_current_xact_id()
);

create table journal_line (
  entry_id bigint not null references journal_entry,
  line_no smallint not null,
  account_id bigint not null references ledger_account,
  value_date date not null,
  -- Debits positive, credits negative.
  amount_cents bigint not null check (amount_cents <> 0),
  primary key (entry_id, line_no)
);

create index journal_line_statement on journal_line (account_id, value_date, entry_id, line_no)
  include (amount_cents);

create function journal_entry_must_balance() returns trigger language plpgsql as $$
declare
  lines bigint;
  total numeric;
begin
  select count(*), coalesce(sum(amount_cents), 0) into lines, total
    from journal_line where entry_id = new.id;
  if lines < 2 or total <> 0 then
    raise exception 'journal entry % has % lines that sum to %', new.id, lines, total
      using errcode = 'check_violation', constraint = 'journal_entry_balanced';
  end if;
  return null;
end
$$;

create constraint trigger journal_entry_balanced after insert on journal_entry
  deferrable initially deferred for each row execute function journal_entry_must_balance();

create function journal_line_must_be_new() returns trigger language plpgsql as $$
begin
  if exists (
    select from written w join journal_entry e on e.id = w.entry_id
    where e.booked_in <> pg_current_xact_id() or e.value_date <> w.value_date
  ) then
    raise exception 'a line can only be written with its entry'
      using errcode = 'restrict_violation';
  end if;
  return null;
end
$$;

create trigger journal_line_with_its_entry after insert on journal_line
  referencing new table as written for each statement execute function journal_line_must_be_new();

create trigger journal_entry_is_insert_only
  before update or delete or truncate on journal_entry execute function forbid_change();
create trigger journal_line_is_insert_only
  before update or delete or truncate on journal_line execute function forbid_change();

-- Each run of the reconciler and what it found.
create table reconciliation (
  id bigint generated always as identity primary key,
  ran_at timestamptz not null default akiba_now(),
  findings jsonb not null
);

grant select, insert on ledger_account, journal_entry, journal_line, reconciliation to akiba_app;
grant update (balance_cents) on ledger_account to akiba_app;
