-- Why: the books are proven to whoever keeps them. Totals of each day make a trial balance as at
-- any day quick; a month that two people have closed takes no more entries; the audit trail is
-- searched.

-- What was debited and credited on all accounts of a code on a day, in as many rows as there were
-- writers at once: each adds to a row that nobody else holds, so that none waits for another.
create table ledger_day (
  id bigint generated always as identity primary key,
  code text not null,
  value_date date not null,
  debit_cents bigint not null,
  credit_cents bigint not null
) with (fillfactor = 70);

create index ledger_day_of_code on ledger_day (code, value_date);

insert into ledger_day (code, value_date, debit_cents, credit_cents)
  select a.code, l.value_date,
    coalesce(sum(l.amount_cents) filter (where l.amount_cents > 0), 0),
    coalesce(-sum(l.amount_cents) filter (where l.amount_cents < 0), 0)
  from journal_line l join ledger_account a on a.id = l.account_id
  group by a.code, l.value_date;

-- Up to which day the books are closed; null while no month is. Who posts holds it against who
-- closes, until the commit.
create table books_closed (
  id smallint primary key default 1 check (id = 1),
  until date
);

insert into books_closed default values;

create or replace function journal_lines_written() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (
    select from written w join journal_entry e on e.id = w.entry_id
    where e.booked_in <> pg_current_xact_id() or e.value_date <> w.value_date
  ) or (select count(*) from written) <> (
    select count(*) from journal_line l
    where l.entry_id = any (array(select entry_id from written))
  ) then
    raise exception 'lines can only be written with their entry, all at once'
      using errcode = 'restrict_violation';
  end if;
  perform from books_closed for key share;
  if exists (select from written w, books_closed b where w.value_date <= b.until) then
    raise exception 'the books are closed until %', (select until from books_closed)
      using errcode = 'check_violation', constraint = 'journal_entry_in_open_month';
  end if;
  update ledger_account a set balance_cents = a.balance_cents + moved.cents
    from (
      select account_id, sum(amount_cents)::bigint as cents from written group by account_id
    ) as moved
    where a.id = moved.account_id;
  with moved as materialized (
    select a.code, w.value_date,
      coalesce(sum(w.amount_cents) filter (where w.amount_cents > 0), 0)::bigint as debit,
      coalesce(-sum(w.amount_cents) filter (where w.amount_cents < 0), 0)::bigint as credit
    from written w join ledger_account a on a.id = w.account_id
    group by a.code, w.value_date
  ), placed as materialized (
    select moved.*, free.id
    from moved left join lateral (
      select d.id from ledger_day d
      where d.code = moved.code and d.value_date = moved.value_date
      order by d.id limit 1 for no key update skip locked
    ) free on true
  ), added as (
    update ledger_day d
      set debit_cents = d.debit_cents + p.debit, credit_cents = d.credit_cents + p.credit
      from placed p where d.id = p.id
  )
  insert into ledger_day (code, value_date, debit_cents, credit_cents)
    select code, value_date, debit, credit from placed where id is null;
  return null;
end
$$;

-- The entries that may touch an account of a code are of a few kinds: they are read by these.
create index journal_entry_by_kind on journal_entry (kind, value_date, id);

alter table reconciliation
  add column ran_by text not null default 'reconciler' check (ran_by <> ''),
  -- How long it took.
  add column took_ms integer not null default 0 check (took_ms >= 0);

-- The close of a month: what it ended with, prepared by one and approved by another.
create table month_close (
  id bigint generated always as identity primary key,
  month date not null check (extract(day from month) = 1),
  state text not null default 'prepared' check (
    state in ('prepared', 'closed', 'withdrawn', 'reopening', 'reopened')),
  -- What stood on all accounts of each code as the month ended, in cents, debits positive.
  trial_balance jsonb not null,
  -- The run that found nothing amiss.
  reconciliation_id bigint not null references reconciliation,
  prepared_by text not null check (prepared_by <> ''),
  prepared_at timestamptz not null default akiba_now(),
  approved_by text,
  approved_at timestamptz,
  -- The head of the audit trail as it was approved.
  audit_seq bigint,
  audit_hash bytea,
  -- Who asks for it to be opened again, why, and who agrees.
  reopen_by text,
  reopen_at timestamptz,
  reopen_because text not null default '',
  reopened_by text,
  reopened_at timestamptz,
  constraint month_close_two_people check (approved_by <> prepared_by),
  constraint month_reopen_two_people check (reopened_by <> reopen_by),
  constraint month_close_approved check (
    state in ('prepared', 'withdrawn') or (approved_by is not null and approved_at is not null
      and audit_seq is not null and audit_hash is not null)),
  constraint month_reopen_asked check (
    state not in ('reopening', 'reopened') or (reopen_by is not null and reopen_because <> '')),
  constraint month_reopen_agreed check ((state = 'reopened') = (reopened_by is not null))
);

create unique index month_close_once on month_close (month)
  where state not in ('withdrawn', 'reopened');
create index month_close_in_turn on month_close (month desc, id desc);

-- Lets whoever closes or opens wait for those who post. A function, because the application has no
-- right to move the day itself: only the life of a close does.
create function books_lock() returns date
  language sql security definer set search_path = public, pg_temp as $$
  select until from books_closed for update
$$;

create function month_close_keeps_its_life() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  ends date := (new.month + interval '1 month - 1 day')::date;
  held date := books_lock();
begin
  if new.state <> old.state and (old.state, new.state) not in (
    ('prepared', 'closed'), ('prepared', 'withdrawn'), ('closed', 'reopening'),
    ('reopening', 'closed'), ('reopening', 'reopened')
  ) or (new.month, new.trial_balance, new.reconciliation_id, new.prepared_by)
    is distinct from (old.month, old.trial_balance, old.reconciliation_id, old.prepared_by)
    or old.approved_by is not null and (new.approved_by, new.audit_seq, new.audit_hash)
      is distinct from (old.approved_by, old.audit_seq, old.audit_hash) then
    raise exception 'the close of % cannot go from % to % or be made another',
      old.month, old.state, new.state
      using errcode = 'check_violation', constraint = 'month_close_life';
  end if;
  if old.state = 'prepared' and new.state = 'closed' then
    if ends >= akiba_today() or held >= ends then
      raise exception '% cannot be closed now', new.month
        using errcode = 'check_violation', constraint = 'month_close_in_order';
    end if;
    update books_closed set until = ends;
  elsif new.state = 'reopened' and old.state <> 'reopened' then
    if held is distinct from ends then
      raise exception 'only the last closed month can be opened again'
        using errcode = 'check_violation', constraint = 'month_close_in_order';
    end if;
    update books_closed set until = (
      select (max(c.month) + interval '1 month - 1 day')::date from month_close c
      where c.id <> new.id and c.state in ('closed', 'reopening'));
  end if;
  return new;
end
$$;

create trigger month_close_life before update on month_close
  for each row execute function month_close_keeps_its_life();
create trigger month_close_stays before delete or truncate on month_close
  execute function forbid_change();

-- The trail is searched in the order of time, by who, what and whereof.
create index audit_record_in_time on audit_record (at, seq);
create index audit_record_of_actor on audit_record (actor, at, seq);
create index audit_record_of_action on audit_record (action, at, seq);
create index audit_record_of_subject_in_time on audit_record (subject, at, seq);

grant select on ledger_day, books_closed, month_close to akiba_app;
grant insert (findings, ran_by, took_ms) on reconciliation to akiba_app;
grant insert (month, trial_balance, reconciliation_id, prepared_by) on month_close to akiba_app;
grant update (
  state, approved_by, approved_at, audit_seq, audit_hash, reopen_by, reopen_at, reopen_because,
  reopened_by, reopened_at
) on month_close to akiba_app;
revoke execute on function books_lock from public;
grant execute on function books_lock to akiba_app;
