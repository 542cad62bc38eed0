-- Why: a withdrawal that the office paid in cash left the safe by the books, although it came out
-- of a teller's till: the till was short by it when it was handed over. A teller now pays it out of
-- their own open till, under a number of its own, and two people reverse a payment made by mistake.

alter table counter_series add column last_payment bigint not null default 0;

-- Cash that comes back when a payment is reversed goes into a till.
alter table till_movement drop constraint till_movement_sign,
  add constraint till_movement_sign check (kind in ('variance', 'reversal')
    or (kind in ('float', 'receipt')) = (amount_cents > 0));

create table counter_payment (
  id bigint generated always as identity primary key,
  payment_no text not null unique check (payment_no ~ '^PC[0-9]{7,10}$'),
  payout_id bigint not null references payout,
  member_id bigint not null references member,
  till_id bigint not null references till,
  -- Whole shillings: there is no coin below one.
  amount_cents bigint not null check (amount_cents > 0 and amount_cents % 100 = 0),
  paid_by text not null check (paid_by like 'staff:%'),
  -- The document of the member that the payer saw.
  identity text not null check (length(identity) between 3 and 60),
  paid_at timestamptz not null default akiba_now(),
  entry_id bigint not null unique references journal_entry,
  reversal_id bigint unique references journal_entry,
  -- The till that took the cash back.
  reversal_till_id bigint references till,
  reversal_asked_by text,
  reversal_because text not null default '',
  reversed_by text,
  reversed_at timestamptz,
  constraint counter_payment_two_people check (reversal_asked_by <> reversed_by),
  constraint counter_payment_reversed check (
    num_nonnulls(reversal_id, reversal_till_id, reversal_asked_by, reversed_by, reversed_at)
      in (0, 5) and (reversal_id is null) = (reversal_because = ''))
);
create unique index counter_payment_once on counter_payment (payout_id) where reversal_id is null;
create index counter_payment_of_payout on counter_payment (payout_id, id);
create index counter_payment_of_till on counter_payment (till_id, id);
create index counter_payment_of_member on counter_payment (member_id, id);
grant select, insert on counter_payment to akiba_app;
grant update (reversal_id, reversal_till_id, reversal_asked_by, reversal_because, reversed_by,
  reversed_at) on counter_payment to akiba_app;
create trigger counter_payment_is_kept before delete or truncate on counter_payment
  execute function forbid_change();
create trigger counter_payment_persons
  before insert or update of reversal_asked_by, reversed_by on counter_payment
  for each row when (new.reversal_asked_by is not null and new.reversed_by is not null)
  execute function akiba_two_people('reversal_asked_by', 'reversed_by',
    'counter_payment_two_people');

-- The holder of a till pays a withdrawal that waits at the office, whole, to its member, who is
-- somebody else, by the entry of its amount.
create function counter_payment_pays_a_withdrawal() returns trigger language plpgsql as $$
begin
  if akiba_person(new.paid_by) = (select 'member:' || member_no from member
      where id = new.member_id) then
    raise exception 'nobody pays themselves'
      using errcode = 'check_violation', constraint = 'counter_own_hands';
  end if;
  if not exists (select from till t where t.id = new.till_id and t.state = 'open'
      and t.holder_person = akiba_person(new.paid_by)) then
    raise exception 'till % is not of %', new.till_id, new.paid_by
      using errcode = 'check_violation', constraint = 'till_movement_holder';
  end if;
  if new.reversal_id is not null or not exists (select from payout p
      where p.id = new.payout_id and p.source = 'withdrawal' and p.channel = 'office'
        and p.state = 'waiting' and p.claimed_receipt = '' and p.member_id = new.member_id
        and p.amount_cents = new.amount_cents) then
    raise exception 'payout % is no withdrawal that waits at the office', new.payout_id
      using errcode = 'check_violation', constraint = 'counter_payment_of_withdrawal';
  end if;
  if not exists (select from journal_entry e
      join journal_line l on l.entry_id = e.id
      join ledger_account a on a.id = l.account_id and a.code = 'till-cash'
      join payout p on p.id = new.payout_id and p.reference = e.reference_no
      where e.id = new.entry_id and e.kind = 'payout-from-till'
        and l.amount_cents = -new.amount_cents) then
    raise exception 'payment % is not its entry', new.payment_no
      using errcode = 'check_violation', constraint = 'counter_payment_entry';
  end if;
  return new;
end
$$;
create trigger counter_payment_pays before insert on counter_payment
  for each row execute function counter_payment_pays_a_withdrawal();

-- A payment is reversed once, by two people of whom neither is its member and the second did not
-- pay it, by the reversal of its entry.
create function counter_payment_is_reversed() returns trigger language plpgsql as $$
declare
  owner text;
begin
  select 'member:' || member_no into owner from member where id = new.member_id;
  if old.reversal_id is not null or new.reversal_id is null
      or not exists (select from journal_entry e
        where e.id = new.reversal_id and e.reverses = new.entry_id) then
    raise exception 'payment % is reversed once, by its entry', old.payment_no
      using errcode = 'check_violation', constraint = 'counter_payment_life';
  end if;
  if owner in (akiba_person(new.reversal_asked_by), akiba_person(new.reversed_by)) then
    raise exception 'nobody decides on a payment of their own'
      using errcode = 'check_violation', constraint = 'counter_own_hands';
  end if;
  if akiba_person(new.reversed_by) = akiba_person(new.paid_by) then
    raise exception 'payment % takes another person', old.payment_no
      using errcode = 'check_violation', constraint = 'counter_payment_two_people';
  end if;
  return new;
end
$$;
create trigger counter_payment_reverses before update on counter_payment
  for each row execute function counter_payment_is_reversed();

-- A withdrawal that one person paid without a claim was paid from a till, and waits again only once
-- that payment is reversed.
drop trigger payout_life on payout;
create trigger payout_life before update on payout for each row
  when (not (old.state = 'paid' and new.state = 'waiting'))
  execute function payout_keeps_its_life();

create function payout_is_paid_from_a_till() returns trigger language plpgsql as $$
begin
  if new.state = 'paid' and not exists (select from counter_payment c
      where c.payout_id = new.id and c.payment_no = new.receipt_no and c.reversal_id is null) then
    raise exception 'payout % is paid by two people, or from a till', new.id
      using errcode = 'check_violation', constraint = 'payout_from_till';
  end if;
  if new.state = 'waiting' and (not exists (select from counter_payment c
        where c.payout_id = new.id and c.payment_no = old.receipt_no
          and c.reversal_id is not null)
      or (new.source, new.member_id, new.withdrawal_id, new.reference, new.amount_cents,
          new.channel, new.entry_id, new.fee_entry_id)
        is distinct from
        (old.source, old.member_id, old.withdrawal_id, old.reference, old.amount_cents,
          old.channel, old.entry_id, old.fee_entry_id)) then
    raise exception 'payout % was not paid from a till', new.id
      using errcode = 'check_violation', constraint = 'payout_life';
  end if;
  return new;
end
$$;
create trigger payout_from_till before update on payout for each row
  when (new.channel = 'office' and new.claimed_by is null
    and (old.state <> 'paid' and new.state = 'paid'
      or old.state = 'paid' and new.state = 'waiting'))
  execute function payout_is_paid_from_a_till();
create trigger payout_again_from_till before update on payout for each row
  when (old.state = 'paid' and new.state = 'waiting'
    and (new.channel <> 'office' or new.claimed_by is not null))
  execute function payout_keeps_its_life();
