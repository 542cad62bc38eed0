-- Why: cash came to the office without anybody being answerable for it: it was debited to one
-- account, and nobody counted. A clerk now receives cash in a till of their own, which is opened
-- with a float, counted note by note, and handed over to the safe before a second person.

alter table staff drop constraint staff_role;
alter table staff add constraint staff_role check (role in
  ('clerk', 'teller', 'loans-officer', 'treasurer', 'administrator', 'auditor'));

-- Cash in the tills; `cash` is the safe from now on.
insert into ledger_account (code, normal_side, floor_cents)
  values ('till-cash', 1, 0), ('cash-over-short', 1, null);

create table till (
  -- Numbered without a gap, like the receipts.
  id bigint primary key,
  -- The person who answers for it, as the audit log names them.
  holder text not null check (holder like 'staff:%'),
  holder_person text not null,
  -- `counted`: its holder has counted it, and the keeper of the safe has not accepted it yet.
  state text not null default 'open' check (state in ('open', 'counted', 'closed')),
  balance_cents bigint not null default 0,
  opened_at timestamptz not null default akiba_now(),
  opened_on date not null default akiba_today(),
  closed_at timestamptz,
  constraint till_not_below_zero check (balance_cents >= 0),
  constraint till_closed check ((state = 'closed') = (closed_at is not null)),
  constraint till_closed_empty check (state <> 'closed' or balance_cents = 0)
);
create unique index till_one_per_person on till (holder_person) where state <> 'closed';
create index till_not_closed on till (opened_on) where state <> 'closed';

create function till_names_its_person() returns trigger language plpgsql as $$
begin
  new.holder_person := akiba_person(new.holder);
  return new;
end
$$;
create trigger till_person before insert on till
  for each row execute function till_names_its_person();

-- Each entry that touches the cash of a till, with the person who moved it and, where it takes two,
-- the one who agreed.
create table till_movement (
  id bigint generated always as identity primary key,
  till_id bigint not null references till,
  kind text not null
    check (kind in ('float', 'receipt', 'payout', 'reversal', 'variance', 'handover')),
  amount_cents bigint not null check (amount_cents <> 0),
  entry_id bigint not null unique references journal_entry,
  moved_by text not null,
  agreed_by text not null default '',
  moved_at timestamptz not null default akiba_now(),
  constraint till_movement_sign check (kind = 'variance'
    or (kind in ('float', 'receipt')) = (amount_cents > 0)),
  constraint till_movement_agreed
    check (kind in ('receipt', 'payout') or agreed_by <> '')
);
create index till_movement_of_till on till_movement (till_id, id);

-- A count by denomination: notes and coins of 1000, 500, 200, 100, 50, 40, 20, 10, 5 and 1.
create table till_count (
  id bigint generated always as identity primary key,
  till_id bigint not null references till,
  counted_by text not null,
  counted_at timestamptz not null default akiba_now(),
  pieces int[] not null check (cardinality(pieces) = 10 and 0 <= all (pieces)),
  -- By the books, when it was counted.
  expected_cents bigint not null check (expected_cents >= 0),
  counted_cents bigint not null generated always as (100 * (1000 * pieces[1]::bigint
    + 500 * pieces[2]::bigint + 200 * pieces[3]::bigint + 100 * pieces[4]::bigint
    + 50 * pieces[5]::bigint + 40 * pieces[6]::bigint + 20 * pieces[7]::bigint
    + 10 * pieces[8]::bigint + 5 * pieces[9]::bigint + pieces[10]::bigint)) stored
);
create index till_count_of_till on till_count (till_id, id);

create trigger till_movement_is_insert_only
  before update or delete or truncate on till_movement execute function forbid_change();
create trigger till_count_is_insert_only
  before update or delete or truncate on till_count execute function forbid_change();
grant select, insert on till, till_movement, till_count to akiba_app;
grant update (state, balance_cents, closed_at) on till to akiba_app;

-- A movement is the line of its entry on the cash of the tills. It moves the balance of its till,
-- which must be open; after the count only the variance and the handover do.
create function till_moves() returns trigger language plpgsql as $$
declare
  entered bigint;
  holder_of text;
begin
  select sum(l.amount_cents) into entered
    from journal_line l join ledger_account a on a.id = l.account_id
    where l.entry_id = new.entry_id and a.code = 'till-cash';
  if entered is distinct from new.amount_cents then
    raise exception 'entry % does not move % in a till', new.entry_id, new.amount_cents
      using errcode = 'check_violation', constraint = 'till_movement_entry';
  end if;
  update till set balance_cents = balance_cents + new.amount_cents
    where id = new.till_id and state =
      case when new.kind in ('variance', 'handover') then 'counted' else 'open' end
    returning holder into holder_of;
  if holder_of is null then
    raise exception 'till % takes no %', new.till_id, new.kind
      using errcode = 'check_violation', constraint = 'till_movement_state';
  end if;
  -- Cash goes through the hands of the till's holder.
  if new.kind in ('receipt', 'payout', 'reversal')
      and akiba_person(new.moved_by) <> akiba_person(holder_of) then
    raise exception 'till % is not of %', new.till_id, new.moved_by
      using errcode = 'check_violation', constraint = 'till_movement_holder';
  end if;
  if new.agreed_by <> '' and akiba_person(new.agreed_by) = akiba_person(new.moved_by)
      or new.kind in ('float', 'variance', 'handover')
        and akiba_person(new.agreed_by) = akiba_person(holder_of) then
    raise exception 'the holder of till % does not agree alone', new.till_id
      using errcode = 'check_violation', constraint = 'till_two_people';
  end if;
  return new;
end
$$;
create trigger till_movement_moves before insert on till_movement
  for each row execute function till_moves();

-- The balance is moved by movements only, and a till that was closed stays closed.
create function till_keeps_its_life() returns trigger language plpgsql as $$
begin
  if new.state is distinct from old.state and (old.state, new.state) not in
      (('open', 'counted'), ('counted', 'open'), ('counted', 'closed')) then
    raise exception 'till % cannot go from % to %', old.id, old.state, new.state
      using errcode = 'check_violation', constraint = 'till_life';
  end if;
  if new.balance_cents is distinct from old.balance_cents and pg_trigger_depth() < 2 then
    raise exception 'the balance of till % is moved by its entries', old.id
      using errcode = 'check_violation', constraint = 'till_balance_by_entries';
  end if;
  if new.state = 'closed' and not exists (select from till_count c where c.till_id = new.id) then
    raise exception 'till % is closed without a count', old.id
      using errcode = 'check_violation', constraint = 'till_life';
  end if;
  return new;
end
$$;
create trigger till_life before update on till
  for each row execute function till_keeps_its_life();

-- Receipts are numbered without a gap: the number is drawn in the unit of work of the receipt.
create table counter_series (
  id smallint primary key default 1 check (id = 1),
  last_no bigint not null default 0,
  last_till bigint not null default 0
);
insert into counter_series default values;
grant select, update on counter_series to akiba_app;

create table counter_receipt (
  id bigint generated always as identity primary key,
  receipt_no text not null unique check (receipt_no ~ '^RC[0-9]{7,10}$'),
  way text not null check (way in ('cash', 'cheque', 'slip')),
  state text not null check (state in ('clearing', 'credited', 'bounced', 'reversed')),
  member_id bigint not null references member,
  destination text not null
    check (destination in ('deposits', 'share-capital', 'withdrawable', 'loan')),
  -- Of a withdrawable account.
  account_reference text not null default '',
  loan_id bigint references loan,
  amount_cents bigint not null check (amount_cents > 0),
  -- The till that took the cash.
  till_id bigint references till,
  -- The number of the slip or the cheque, with the bank of a cheque.
  document_no text not null default '',
  bank text not null default '',
  received_by text not null,
  -- The second person of a large slip.
  agreed_by text not null default '',
  received_at timestamptz not null default akiba_now(),
  value_date date not null default akiba_today(),
  entry_id bigint unique references journal_entry,
  constraint counter_receipt_loan check ((destination = 'loan') = (loan_id is not null)),
  constraint counter_receipt_account
    check ((destination = 'withdrawable') = (account_reference <> '')),
  constraint counter_receipt_till check ((way = 'cash') = (till_id is not null)),
  constraint counter_receipt_document check ((way = 'cash') = (document_no = '')),
  constraint counter_receipt_bank check ((way = 'cheque') = (bank <> '')),
  constraint counter_receipt_clears check (state not in ('clearing', 'bounced') or way = 'cheque'),
  -- Whole shillings: there is no coin below one.
  constraint counter_receipt_cash check (way <> 'cash' or amount_cents % 100 = 0),
  constraint counter_receipt_entry check ((state in ('clearing', 'bounced')) = (entry_id is null))
);
create index counter_receipt_of_member on counter_receipt (member_id, id);
create index counter_receipt_of_till on counter_receipt (till_id, id) where till_id is not null;
create index counter_receipt_clearing on counter_receipt (id) where state = 'clearing';
-- A slip and a cheque count once.
create unique index counter_document_once on counter_receipt (way, bank, document_no)
  where way <> 'cash' and state not in ('bounced', 'reversed');
grant select, insert on counter_receipt to akiba_app;
grant update (state, entry_id, value_date) on counter_receipt to akiba_app;

-- The end of a receipt, or the clearing of its cheque.
create table counter_receipt_step (
  receipt_id bigint not null references counter_receipt,
  step text not null check (step in ('cleared', 'bounced', 'reversed')),
  taken_by text not null,
  agreed_by text not null default '',
  reason text not null default '',
  -- The till that gave cash back.
  till_id bigint references till,
  entry_id bigint unique references journal_entry,
  taken_at timestamptz not null default akiba_now(),
  primary key (receipt_id, step),
  constraint counter_step_reason check ((step = 'cleared') = (reason = '')),
  constraint counter_step_entry check ((step = 'bounced') = (entry_id is null)),
  constraint counter_step_agreed check ((step = 'reversed') = (agreed_by <> ''))
);
create trigger counter_receipt_step_is_insert_only
  before update or delete or truncate on counter_receipt_step execute function forbid_change();
grant select, insert on counter_receipt_step to akiba_app;

-- Nobody receives money for themselves, nor into the till of somebody else.
create function counter_receipt_of_no_receiver() returns trigger language plpgsql as $$
begin
  if akiba_is_credited(new.member_id, new.loan_id, new.received_by)
      or new.agreed_by <> ''
        and akiba_is_credited(new.member_id, new.loan_id, new.agreed_by) then
    raise exception 'nobody receives money for themselves'
      using errcode = 'check_violation', constraint = 'counter_own_hands';
  end if;
  if new.agreed_by <> '' and akiba_person(new.agreed_by) = akiba_person(new.received_by) then
    raise exception 'a large slip is confirmed by another person'
      using errcode = 'check_violation', constraint = 'counter_two_people';
  end if;
  if new.till_id is not null and not exists (select from till t
      where t.id = new.till_id and akiba_person(t.holder) = akiba_person(new.received_by)) then
    raise exception 'till % is not of %', new.till_id, new.received_by
      using errcode = 'check_violation', constraint = 'till_movement_holder';
  end if;
  return new;
end
$$;
create trigger counter_receipt_people before insert on counter_receipt
  for each row execute function counter_receipt_of_no_receiver();

-- A cheque is cleared by another person than the one who took it, and a receipt is reversed by two.
-- Neither is done by the member whom it concerns.
create function counter_step_by_others() returns trigger language plpgsql as $$
declare
  of counter_receipt;
begin
  select * into of from counter_receipt r where r.id = new.receipt_id;
  if akiba_is_credited(of.member_id, of.loan_id, new.taken_by)
      or new.agreed_by <> '' and akiba_is_credited(of.member_id, of.loan_id, new.agreed_by) then
    raise exception 'nobody decides on a receipt of their own'
      using errcode = 'check_violation', constraint = 'counter_own_hands';
  end if;
  if new.step in ('cleared', 'bounced')
      and akiba_person(new.taken_by) = akiba_person(of.received_by)
      or new.agreed_by <> '' and akiba_person(new.agreed_by) in
        (akiba_person(new.taken_by), akiba_person(of.received_by)) then
    raise exception 'receipt % takes another person', of.receipt_no
      using errcode = 'check_violation', constraint = 'counter_two_people';
  end if;
  return new;
end
$$;
create trigger counter_step_people before insert on counter_receipt_step
  for each row execute function counter_step_by_others();

create function counter_receipt_keeps_its_life() returns trigger language plpgsql as $$
begin
  if new.state is distinct from old.state and ((old.state, new.state) not in
        (('clearing', 'credited'), ('clearing', 'bounced'), ('credited', 'reversed'))
      or not exists (select from counter_receipt_step s where s.receipt_id = new.id
        and s.step = case new.state when 'credited' then 'cleared' else new.state end)) then
    raise exception 'receipt % cannot go from % to %', old.receipt_no, old.state, new.state
      using errcode = 'check_violation', constraint = 'counter_receipt_life';
  end if;
  if old.entry_id is not null and new.entry_id is distinct from old.entry_id
      or old.state <> 'clearing' and new.value_date is distinct from old.value_date then
    raise exception 'receipt % is in the books', old.receipt_no
      using errcode = 'check_violation', constraint = 'counter_receipt_life';
  end if;
  return new;
end
$$;
create trigger counter_receipt_life before update on counter_receipt
  for each row execute function counter_receipt_keeps_its_life();

-- The numbers of the counter are its own: a repayment typed elsewhere cannot use the next one up.
create function loan_step_receipt_is_of_counter() returns trigger language plpgsql as $$
begin
  if not exists (select from counter_receipt r
      where r.receipt_no = new.receipt_no and r.loan_id = new.loan_id) then
    raise exception 'receipt % is a number of the counter', new.receipt_no
      using errcode = 'check_violation', constraint = 'loan_step_receipt_of_counter';
  end if;
  return new;
end
$$;
create trigger loan_step_counter before insert on loan_step
  for each row when (new.step = 'repaid' and new.receipt_no ~ '^RC[0-9]{7,10}$')
  execute function loan_step_receipt_is_of_counter();

-- A repayment at the counter is reversed there, by two people.
create function loan_step_reverses_no_counter_receipt() returns trigger language plpgsql as $$
begin
  if exists (select from loan_step r join counter_receipt c on c.receipt_no = r.receipt_no
      where r.id = new.reverses and not exists (select from counter_receipt_step s
        where s.receipt_id = c.id and s.step = 'reversed')) then
    raise exception 'step % came by the counter and is reversed there', new.reverses
      using errcode = 'check_violation', constraint = 'loan_step_of_counter';
  end if;
  return new;
end
$$;
create trigger loan_step_reversal_of_counter before insert on loan_step
  for each row when (new.step = 'reversed')
  execute function loan_step_reverses_no_counter_receipt();
