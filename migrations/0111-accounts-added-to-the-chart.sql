-- Why: all that the society earned or spent beside interest and charges was one figure, other
-- income or other operating expenses. The administrator adds accounts of income and expense to
-- the chart. An added account is kept under one of those two, so the totals of each day stay.

-- The types of account that can be added, and the account of the chart that each is kept under.
create table chart_type (
  type text primary key check (type in ('income', 'expense')),
  control_code text not null unique,
  normal_side smallint not null check (normal_side in (1, -1))
);
insert into chart_type (type, control_code, normal_side) values
  ('income', 'other-income', -1), ('expense', 'operating-expenses', 1);

-- The kinds of entry that an account of a type may have.
create table chart_type_kind (
  type text not null references chart_type,
  kind text primary key,
  unique (type, kind)
);
insert into chart_type_kind (type, kind) values
  ('income', 'other-income-at-bank'), ('income', 'other-income-by-mpesa'),
  ('income', 'other-income-in-cash'), ('expense', 'expense-by-bank'),
  ('expense', 'expense-by-mpesa'), ('expense', 'expense-in-cash');

create table chart_account (
  -- Capitals with at least one digit: no account of the program has either.
  code text primary key check (code ~ '^[A-Z0-9]([A-Z0-9-]{0,10}[A-Z0-9])$' and code ~ '[0-9]'),
  -- Letters that look like others, or turn the direction of a line, are no part of a name.
  name text not null check (length(name) between 3 and 60 and name !~ '  | $'
    and name ~ '^[A-Za-z0-9\u00C0-\u024F][A-Za-z0-9\u00C0-\u024F &''(),./-]+$'),
  type text not null references chart_type,
  opened_by text not null check (opened_by <> ''),
  opened_at timestamptz not null default akiba_now(),
  -- The kinds of an account are written with it.
  opened_in xid8 not null default pg_current_xact_id(),
  closed_by text check (closed_by <> ''),
  closed_at timestamptz,
  constraint chart_account_closed check ((closed_by is null) = (closed_at is null)),
  unique (code, type)
);
-- 61O0 and 6-100 pass for 6100.
create unique index chart_account_code_alike on chart_account (translate(code, 'OIL-', '011'));
-- A name is free again when its account is closed.
create unique index chart_account_name_once on chart_account (lower(name)) where closed_at is null;

-- The kinds of entry that an account has, among those of its type.
create table chart_account_kind (
  code text not null,
  type text not null,
  kind text not null,
  primary key (code, kind),
  foreign key (code, type) references chart_account (code, type),
  foreign key (type, kind) references chart_type_kind (type, kind)
);

grant select on chart_type, chart_type_kind, chart_account, chart_account_kind to akiba_app;
grant insert (code, name, type, opened_by) on chart_account to akiba_app;
grant update (closed_by, closed_at) on chart_account to akiba_app;
grant insert on chart_account_kind to akiba_app;

create trigger chart_account_stays before delete or truncate on chart_account
  execute function forbid_change();
create trigger chart_account_kind_stays before update or delete or truncate on chart_account_kind
  execute function forbid_change();

-- An account is opened open. Its name, type and kinds never change; it closes once, when no
-- movement on it waits for a second person.
create function chart_account_keeps_its_life() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' and new.closed_at is not null
      or tg_op = 'UPDATE' and ((new.code, new.name, new.type, new.opened_by, new.opened_at,
          new.opened_in) is distinct from (old.code, old.name, old.type, old.opened_by,
          old.opened_at, old.opened_in)
        or old.closed_at is not null or new.closed_at is null) then
    raise exception 'account % cannot be changed so', new.code
      using errcode = 'check_violation', constraint = 'chart_account_life';
  end if;
  if tg_op = 'UPDATE' and exists (select from treasury_movement m
      join approval a on a.id = m.approval_id
      where m.chart_account_code = new.code and m.state = 'entered' and a.state = 'waiting'
        and a.expires_at > akiba_now()) then
    raise exception 'a movement on account % waits', new.code
      using errcode = 'check_violation', constraint = 'chart_account_unused';
  end if;
  return new;
end
$$;
create trigger chart_account_life before insert or update on chart_account
  for each row execute function chart_account_keeps_its_life();

create function chart_account_kind_with_account() returns trigger language plpgsql as $$
begin
  if not exists (select from chart_account c
      where c.code = new.code and c.opened_in = pg_current_xact_id()) then
    raise exception 'account % has its kinds already', new.code
      using errcode = 'check_violation', constraint = 'chart_account_life';
  end if;
  return new;
end
$$;
create trigger chart_account_kind_written before insert on chart_account_kind
  for each row execute function chart_account_kind_with_account();

-- An account of the society with a reference is an added one, under the account of its type.
create function ledger_account_is_added() returns trigger language plpgsql as $$
begin
  if not exists (select from chart_account c join chart_type t on t.type = c.type
      where c.code = new.reference and t.control_code = new.code
        and t.normal_side = new.normal_side and new.floor_cents is null) then
    raise exception 'account % has no account %', new.code, new.reference
      using errcode = 'check_violation', constraint = 'ledger_account_added';
  end if;
  return new;
end
$$;
create trigger ledger_account_added before insert on ledger_account
  for each row when (new.member_id is null and new.reference <> '')
  execute function ledger_account_is_added();

-- A line on an added account is of a kind that the account has, on the side on which it grows, and
-- of a day on which it is open. A reversal turns a line of its entry, also after the close.
create function chart_account_lines_written() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (select from written w join ledger_account a on a.id = w.account_id
      where a.member_id is null and a.reference <> '') then
    return null;
  end if;
  -- Waits for a close, and keeps the next one waiting.
  perform from chart_account c where c.code in (select a.reference
      from written w join ledger_account a on a.id = w.account_id
      where a.member_id is null and a.reference <> '')
    order by c.code for share;
  if exists (select from written w join ledger_account a on a.id = w.account_id
      join journal_entry e on e.id = w.entry_id
      where a.member_id is null and a.reference <> '' and case e.kind
        when 'reversal' then not exists (select from journal_line o
          where o.entry_id = e.reverses and o.account_id = w.account_id
            and o.amount_cents = -w.amount_cents)
        else sign(w.amount_cents) <> a.normal_side or not exists (select from chart_account c
          join chart_account_kind k on k.code = c.code and k.kind = e.kind
          where c.code = a.reference and c.closed_at is null) end) then
    raise exception 'an added account does not take this entry'
      using errcode = 'check_violation', constraint = 'chart_account_line';
  end if;
  return null;
end
$$;
create trigger chart_account_lines after insert on journal_line
  referencing new table as written for each statement
  execute function chart_account_lines_written();

-- The added account that a movement is on, if any; one that has the kind of the movement.
alter table treasury_movement
  add column chart_account_code text,
  add constraint treasury_account_kind foreign key (chart_account_code, kind)
    references chart_account_kind (code, kind);
create index treasury_movement_of_account on treasury_movement (chart_account_code)
  where chart_account_code is not null;

create function treasury_account_is_open() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from chart_account c where c.code = new.chart_account_code for share;
  if exists (select from chart_account c
      where c.code = new.chart_account_code and c.closed_at is not null) then
    raise exception 'account % is closed', new.chart_account_code
      using errcode = 'check_violation', constraint = 'treasury_account_open';
  end if;
  return new;
end
$$;
create trigger treasury_movement_on_account before insert on treasury_movement
  for each row when (new.chart_account_code is not null)
  execute function treasury_account_is_open();

-- As before, and the account stays as it was entered.
create or replace function treasury_keeps_its_life() returns trigger language plpgsql as $$
begin
  if (new.id, new.kind, new.amount_cents, new.value_date, new.reference, new.counted_as,
      new.description, new.over_confirmed, new.approval_id, new.entered_by, new.entered_at,
      new.chart_account_code)
    is distinct from (old.id, old.kind, old.amount_cents, old.value_date, old.reference,
      old.counted_as, old.description, old.over_confirmed, old.approval_id, old.entered_by,
      old.entered_at, old.chart_account_code)
    or (old.state, new.state) not in (('entered', 'posted'), ('posted', 'reversed'))
    or old.state = 'posted' and (new.approved_by, new.approved_at, new.entry_id)
      is distinct from (old.approved_by, old.approved_at, old.entry_id) then
    raise exception 'movement % cannot be changed so', old.id
      using errcode = 'check_violation', constraint = 'treasury_life';
  end if;
  if new.state = 'posted' and not exists (select from approval a where a.id = new.approval_id
      and a.state = 'approved' and a.decided_by = new.approved_by) then
    raise exception 'movement % was not approved', new.id
      using errcode = 'check_violation', constraint = 'treasury_request';
  end if;
  if new.state = 'reversed' and not exists (select from approval a
        where a.kind = 'treasury-reversal' and a.subject = 'treasury:' || new.id
          and a.state = 'approved' and a.requested_by = new.reversal_asked_by
          and a.decided_by = new.reversed_by)
      or new.state = 'reversed' and not exists (select from journal_entry e
        where e.id = new.reversal_id and e.reverses = new.entry_id) then
    raise exception 'the reversal of movement % was not approved', new.id
      using errcode = 'check_violation', constraint = 'treasury_request';
  end if;
  return new;
end
$$;

-- As before, and on the added account of the movement, or on none.
create or replace function treasury_movement_is_entry(of_movement treasury_movement)
returns boolean language sql stable as $$
  select exists (select from journal_entry e
    where e.id = of_movement.entry_id and e.kind = of_movement.kind
      and e.value_date = of_movement.value_date
      and (select sum(l.amount_cents) from journal_line l
        where l.entry_id = e.id and l.amount_cents > 0) = of_movement.amount_cents
      and coalesce((select string_agg(a.reference, ' ') from journal_line l
          join ledger_account a on a.id = l.account_id
        where l.entry_id = e.id and a.member_id is null and a.reference <> ''), '')
        = coalesce(of_movement.chart_account_code, ''))
$$;
