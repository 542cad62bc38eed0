-- Why: a member who paid by M-Pesa appeared in the books only when a clerk typed the receipt. A
-- payment that the paybill confirms is credited by its account number, once for each receipt. One
-- that matches nobody waits in suspense until two people place or return it.

-- M-Pesa money not yet assigned to a member. It is owed to somebody, so never below zero.
insert into ledger_account (code, normal_side, floor_cents) values ('mpesa-suspense', -1, 0);

create table pay_in_setting (
  id smallint primary key default 1 check (id = 1),
  -- Where money goes whose account number names a member and no purpose.
  purpose text not null default 'deposits' check (purpose in ('deposits', 'share-capital')),
  -- Where the part of a loan payment goes that is more than the loan owes.
  loan_rest text not null default 'deposits' check (loan_rest in ('deposits', 'refund'))
);
insert into pay_in_setting default values;
grant select, update on pay_in_setting to akiba_app;

create table pay_in (
  id bigint generated always as identity primary key,
  receipt_no text not null unique check (receipt_no ~ '^[A-Z0-9]{1,30}$'),
  short_code text not null,
  amount_cents bigint not null check (amount_cents > 0),
  -- As the sender typed it.
  account_text text not null check (length(account_text) <= 100),
  sender_name text not null default '' check (length(sender_name) <= 120),
  sender_number text not null default '' check (length(sender_number) <= 80),
  paid_at timestamptz not null,
  received_at timestamptz not null default akiba_now(),
  -- `recorded`: the office had recorded this receipt before, so nothing was posted.
  state text not null check (state in ('credited', 'suspense', 'recorded', 'returned')),
  -- Why it went to suspense; empty for what was credited at once.
  cause text not null check (cause in ('', 'unknown', 'ambiguous', 'left', 'which-loan',
    'no-account', 'loan-state', 'moved')),
  -- How often two people decided on it; the parts of the last turn count.
  turn smallint not null default 0 check (turn >= 0),
  -- A later confirmation of the same receipt had another amount or account number.
  differs boolean not null default false,
  constraint pay_in_cause check (state <> 'suspense' or cause <> '')
);
create index pay_in_state on pay_in (state, id);
create index pay_in_differs on pay_in (id) where differs;

-- Where the money is: the entries of each turn.
create table pay_in_part (
  pay_in_id bigint not null references pay_in,
  turn smallint not null,
  part_no smallint not null check (part_no > 0),
  destination text not null check (destination in ('deposits', 'share-capital', 'withdrawable',
    'loan', 'suspense', 'returned')),
  member_id bigint references member,
  loan_id bigint references loan,
  amount_cents bigint not null check (amount_cents > 0),
  -- Of a loan's repayment, what was more than it owed and was queued as a refund.
  refunded_cents bigint not null default 0 check (refunded_cents between 0 and amount_cents),
  entry_id bigint not null unique references journal_entry,
  primary key (pay_in_id, turn, part_no),
  constraint pay_in_part_member check (
    (destination in ('suspense', 'returned')) = (member_id is null)
    and (destination = 'loan') = (loan_id is not null))
);
create index pay_in_part_of_member on pay_in_part (member_id, pay_in_id)
  where member_id is not null;

-- A decision of two people: to place it, to move it back to suspense, or to return it.
create table pay_in_decision (
  pay_in_id bigint not null references pay_in,
  -- The turn that it began.
  turn smallint not null check (turn > 0),
  decision text not null check (decision in ('placed', 'moved', 'returned')),
  proposed_by text not null,
  decided_by text not null,
  decided_at timestamptz not null default akiba_now(),
  reason text not null default '',
  -- M-Pesa's own receipt of what was returned.
  return_receipt text not null default '',
  primary key (pay_in_id, turn),
  constraint pay_in_decision_reason check ((decision = 'placed') = (reason = '')),
  constraint pay_in_decision_receipt check ((decision = 'returned') = (return_receipt <> ''))
);
create unique index pay_in_returned_once on pay_in_decision (return_receipt)
  where return_receipt <> '';

create trigger pay_in_part_is_insert_only
  before update or delete or truncate on pay_in_part execute function forbid_change();
create trigger pay_in_decision_is_insert_only
  before update or delete or truncate on pay_in_decision execute function forbid_change();
grant select, insert on pay_in, pay_in_part, pay_in_decision to akiba_app;
grant update (state, cause, turn, differs) on pay_in to akiba_app;

-- Money is decided on by two different people, neither of whom it credits or debits.
create function pay_in_decided_by_two() returns trigger language plpgsql as $$
begin
  if akiba_person(new.proposed_by) = akiba_person(new.decided_by) then
    raise exception 'a payment is decided on by two people'
      using errcode = 'check_violation', constraint = 'pay_in_two_people';
  end if;
  if exists (select from pay_in_decision d
      where d.pay_in_id = new.pay_in_id and d.turn = new.turn - 1
        and akiba_person(d.decided_by) = akiba_person(new.decided_by)) then
    raise exception 'whoever approved a placement does not approve its end'
      using errcode = 'check_violation', constraint = 'pay_in_same_decider';
  end if;
  return new;
end
$$;
create trigger pay_in_decision_people before insert on pay_in_decision
  for each row execute function pay_in_decided_by_two();

create function pay_in_part_of_no_decider() returns trigger language plpgsql as $$
begin
  if exists (select from pay_in_decision d
      where d.pay_in_id = new.pay_in_id and d.turn in (new.turn, new.turn + 1)
        and (akiba_is_credited(new.member_id, new.loan_id, d.proposed_by)
          or akiba_is_credited(new.member_id, new.loan_id, d.decided_by))) then
    raise exception 'nobody places money for themselves'
      using errcode = 'check_violation', constraint = 'pay_in_own_hands';
  end if;
  return new;
end
$$;
create trigger pay_in_part_own_hands before insert on pay_in_part
  for each row when (new.turn > 0 and new.member_id is not null)
  execute function pay_in_part_of_no_decider();

create function pay_in_decision_of_no_holder() returns trigger language plpgsql as $$
begin
  if exists (select from pay_in_part p
      where p.pay_in_id = new.pay_in_id and p.turn = new.turn - 1 and p.member_id is not null
        and (akiba_is_credited(p.member_id, p.loan_id, new.proposed_by)
          or akiba_is_credited(p.member_id, p.loan_id, new.decided_by))) then
    raise exception 'nobody moves money of their own'
      using errcode = 'check_violation', constraint = 'pay_in_own_hands';
  end if;
  return new;
end
$$;
create trigger pay_in_decision_own_hands before insert on pay_in_decision
  for each row execute function pay_in_decision_of_no_holder();

create function pay_in_keeps_its_life() returns trigger language plpgsql as $$
begin
  if (new.state, new.turn) is distinct from (old.state, old.turn) and (new.turn <> old.turn + 1
      or (old.state, new.state) not in
        (('suspense', 'credited'), ('suspense', 'returned'), ('credited', 'suspense'))
      or not exists (select from pay_in_decision d
        where d.pay_in_id = new.id and d.turn = new.turn)) then
    raise exception 'payment % cannot go from % to %', old.receipt_no, old.state, new.state
      using errcode = 'check_violation', constraint = 'pay_in_life';
  end if;
  return new;
end
$$;
create trigger pay_in_life before update of state, turn on pay_in
  for each row execute function pay_in_keeps_its_life();

-- The same receipt comes by the paybill and from a clerk's keyboard. Both wait for each other here,
-- and the one that comes second finds the first.
create function akiba_lock_receipt(receipt text) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended('receipt ' || receipt, 0))
$$;

create function pay_in_locks_its_receipt() returns trigger language plpgsql as $$
begin
  perform akiba_lock_receipt(new.receipt_no);
  return new;
end
$$;
create trigger pay_in_receipt before insert on pay_in
  for each row execute function pay_in_locks_its_receipt();

create function loan_step_receipt_is_no_pay_in() returns trigger language plpgsql as $$
begin
  perform akiba_lock_receipt(new.receipt_no);
  if exists (select from pay_in p where p.receipt_no = new.receipt_no and p.state <> 'recorded'
      and not exists (select from pay_in_part t
        where t.pay_in_id = p.id and t.entry_id = new.entry_id)) then
    raise exception 'receipt % came by the paybill', new.receipt_no
      using errcode = 'check_violation', constraint = 'loan_step_receipt_of_pay_in';
  end if;
  return new;
end
$$;
create trigger loan_step_pay_in before insert on loan_step
  for each row when (new.step = 'repaid' and new.receipt_no <> '')
  execute function loan_step_receipt_is_no_pay_in();

-- A repayment by the paybill is moved at its own desk, by two people; one person cannot reverse it
-- as a repayment that somebody typed.
create function loan_step_reverses_no_pay_in() returns trigger language plpgsql as $$
begin
  if exists (select from loan_step r join pay_in_part t on t.entry_id = r.entry_id
      where r.id = new.reverses and not exists (select from pay_in_decision d
        where d.pay_in_id = t.pay_in_id and d.turn = t.turn + 1 and d.decision = 'moved'
          and d.decided_by = new.taken_by)) then
    raise exception 'step % came by the paybill and is moved at its own desk', new.reverses
      using errcode = 'check_violation', constraint = 'loan_step_of_pay_in';
  end if;
  return new;
end
$$;
create trigger loan_step_reversal_of_pay_in before insert on loan_step
  for each row when (new.step = 'reversed') execute function loan_step_reverses_no_pay_in();

-- An account number is read without its spaces and signs, and by its digits alone.
create index member_by_written_number on member (regexp_replace(member_no, '[^A-Z0-9]', '', 'g'));
create index member_by_digits on member (regexp_replace(member_no, '[^0-9]', '', 'g'));
create index loan_by_written_number on loan (regexp_replace(upper(loan_no), '[^A-Z0-9]', '', 'g'));
