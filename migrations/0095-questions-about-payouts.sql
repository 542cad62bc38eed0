-- Why: a payout whose result never came stayed unknown until somebody looked at M-Pesa's portal. It
-- is now asked about by the id of its attempt, and the answer settles or fails it as a result does.
-- Money that a person paid by mistake went back only manually; M-Pesa is now asked to reverse it.

alter table payout_attempt
  -- How often the provider accepted a question about it.
  add column asks smallint not null default 0 check (asks >= 0),
  -- The next question; while one is on its way, the end of its lease.
  add column ask_due_at timestamptz,
  add column asked_at timestamptz,
  -- The last answer, in a word of ours; empty before the first one.
  add column told text not null default '' check (length(told) <= 60);
grant update (asks, ask_due_at, asked_at, told) on payout_attempt to akiba_app;

create index payout_without_result on payout (changed_at) where state in ('sent', 'unknown');

-- A payment in suspense that two people return. M-Pesa is asked to reverse it, and the money leaves
-- suspense with the receipt of the reversal.
create table pay_in_reversal (
  id bigint generated always as identity primary key,
  pay_in_id bigint not null references pay_in,
  -- The turn of the payment that put it in suspense.
  turn smallint not null check (turn >= 0),
  amount_cents bigint not null check (amount_cents > 0),
  proposed_by text not null,
  approved_by text not null,
  reason text not null check (reason <> ''),
  state text not null default 'waiting'
    check (state in ('waiting', 'sending', 'sent', 'unknown', 'failed', 'reversed')),
  -- Why it failed, or what is unusual about it; a word of ours.
  problem text not null default '' check (length(problem) <= 60),
  receipt_no text not null default '' check (receipt_no ~ '^[A-Z0-9]{0,30}$'),
  -- The person who found that it did not happen; empty where M-Pesa said so.
  failed_by text not null default '',
  tries smallint not null default 0 check (tries >= 0),
  due_at timestamptz not null default akiba_now(),
  requested_at timestamptz not null default akiba_now(),
  changed_at timestamptz not null default akiba_now(),
  constraint pay_in_reversal_receipt check ((state = 'reversed') = (receipt_no <> ''))
);
create unique index pay_in_reversal_under_way on pay_in_reversal (pay_in_id)
  where state in ('waiting', 'sending', 'sent', 'unknown');
create index pay_in_reversal_of_payment on pay_in_reversal (pay_in_id, id);
create index pay_in_reversal_due on pay_in_reversal (due_at)
  where state in ('waiting', 'sending', 'sent');
grant select, insert on pay_in_reversal to akiba_app;
grant update (state, problem, receipt_no, failed_by, tries, due_at, changed_at)
  on pay_in_reversal to akiba_app;

create function pay_in_reversal_begins() returns trigger language plpgsql as $$
begin
  if akiba_person(new.proposed_by) = akiba_person(new.approved_by) then
    raise exception 'a payment is decided on by two people'
      using errcode = 'check_violation', constraint = 'pay_in_two_people';
  end if;
  -- As the decision that its receipt brings; then it would be too late to reject it.
  if exists (select from pay_in_decision d
      where d.pay_in_id = new.pay_in_id and d.turn = new.turn
        and akiba_person(d.decided_by) = akiba_person(new.approved_by)) then
    raise exception 'whoever approved a placement does not approve its end'
      using errcode = 'check_violation', constraint = 'pay_in_same_decider';
  end if;
  if new.state <> 'waiting' or not exists (select from pay_in p where p.id = new.pay_in_id
      and p.state = 'suspense' and p.turn = new.turn and p.amount_cents = new.amount_cents) then
    raise exception 'payment % is not in suspense', new.pay_in_id
      using errcode = 'check_violation', constraint = 'pay_in_reversal_life';
  end if;
  return new;
end
$$;
create trigger pay_in_reversal_begin before insert on pay_in_reversal
  for each row execute function pay_in_reversal_begins();

create function pay_in_reversal_keeps_its_life() returns trigger language plpgsql as $$
begin
  if new.state <> old.state and (old.state, new.state) not in (
    ('waiting', 'sending'), ('waiting', 'failed'), ('waiting', 'reversed'),
    ('sending', 'waiting'), ('sending', 'sent'), ('sending', 'unknown'), ('sending', 'failed'),
    ('sending', 'reversed'), ('sent', 'unknown'), ('sent', 'failed'), ('sent', 'reversed'),
    ('unknown', 'failed'), ('unknown', 'reversed'), ('failed', 'reversed')
  ) or (new.pay_in_id, new.turn, new.amount_cents, new.proposed_by, new.approved_by, new.reason,
      new.requested_at)
    is distinct from (old.pay_in_id, old.turn, old.amount_cents, old.proposed_by, old.approved_by,
      old.reason, old.requested_at)
    or new.state = 'reversed' and not exists (select from pay_in_decision d
      where d.pay_in_id = new.pay_in_id and d.turn = new.turn + 1 and d.decision = 'returned'
        and d.return_receipt = new.receipt_no) then
    raise exception 'the reversal % cannot go from % to %', old.id, old.state, new.state
      using errcode = 'check_violation', constraint = 'pay_in_reversal_life';
  end if;
  return new;
end
$$;
create trigger pay_in_reversal_life before update on pay_in_reversal
  for each row execute function pay_in_reversal_keeps_its_life();

-- While M-Pesa is asked to reverse a payment, nothing else is decided about it: the receipt of the
-- reversal returns it, or two people record the receipt where M-Pesa did not tell its result. The
-- person who found that a reversal did not happen does not approve what comes next.
create function pay_in_decision_waits_for_reversal() returns trigger language plpgsql as $$
begin
  perform from pay_in where id = new.pay_in_id for no key update;
  if exists (select from pay_in_reversal r where r.pay_in_id = new.pay_in_id
      and r.state in ('waiting', 'sending', 'sent', 'unknown')
      and not (new.decision = 'returned' and (r.state = 'unknown'
        or (r.proposed_by, r.approved_by) = (new.proposed_by, new.decided_by)))) then
    raise exception 'payment % is being reversed', new.pay_in_id
      using errcode = 'check_violation', constraint = 'pay_in_reversal_first';
  end if;
  if exists (select from pay_in_reversal r where r.pay_in_id = new.pay_in_id
      and r.turn = new.turn - 1 and r.state = 'failed' and r.failed_by <> ''
      -- Its own receipt, which came late, decides nothing new.
      and (r.proposed_by, r.approved_by) is distinct from (new.proposed_by, new.decided_by)
      and akiba_person(r.failed_by) = akiba_person(new.decided_by)) then
    raise exception 'another person approves what follows a failed reversal'
      using errcode = 'check_violation', constraint = 'pay_in_same_decider';
  end if;
  return new;
end
$$;
create trigger pay_in_decision_after_reversal before insert on pay_in_decision
  for each row execute function pay_in_decision_waits_for_reversal();
