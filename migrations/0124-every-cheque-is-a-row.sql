-- Why: a cheque of the society was only a number on a payment. Nobody could see which cheques were
-- still with the office, with their payees, or too old for the bank, and one that was lost could
-- not be stopped in the books.

create table cheque (
  id bigint generated always as identity primary key,
  bank_account text not null default 'bank' check (bank_account = 'bank'),
  cheque_no text not null check (length(cheque_no) between 1 and 60),
  -- As long as the longest name that an import takes.
  payee text not null check (length(payee) between 1 and 201),
  amount_cents bigint not null check (amount_cents > 0),
  written_on date not null,
  written_by text not null check (written_by <> ''),
  -- It pays either a payment to a member, or a movement of the society's own money.
  payout_id bigint references payout,
  movement_id bigint references treasury_movement,
  entry_id bigint not null unique references journal_entry,
  -- A cheque of before this register, whose number may be written in two ways.
  earlier boolean not null default false,
  handed_over_on date,
  handed_over_to text not null default '' check (length(handed_over_to) <= 120),
  handed_over_by text,
  reversal_id bigint unique references journal_entry,
  stop_asked_by text,
  stop_because text not null default '',
  stopped_by text,
  stopped_at timestamptz,
  constraint cheque_pays_one check (num_nonnulls(payout_id, movement_id) = 1),
  constraint cheque_handed_over check ((handed_over_on is null) = (handed_over_by is null)
    and (handed_over_on is null) = (handed_over_to = '')),
  constraint cheque_stopped check (
    num_nonnulls(reversal_id, stop_asked_by, stopped_by, stopped_at) in (0, 4)
    and (reversal_id is null) = (stop_because = '')),
  constraint cheque_stop_two_people check (stop_asked_by <> stopped_by)
);
create index cheque_of_payout on cheque (payout_id, id) where payout_id is not null;
create index cheque_of_movement on cheque (movement_id) where movement_id is not null;

-- The payee of the cheque that pays it; empty if it leaves in another way.
alter table treasury_movement add column payee text not null default ''
  check (length(payee) <= 120);

insert into cheque (cheque_no, payee, amount_cents, written_on, written_by, payout_id, entry_id,
    earlier)
  select p.receipt_no, m.full_name, p.amount_cents, e.value_date,
    coalesce(p.claimed_by, p.changed_by), p.id, e.id, true
  from payout p join member m on m.id = p.member_id
    join journal_entry e on e.kind = 'payout-by-cheque' and e.reference_no = p.reference
      and e.receipt_no = p.receipt_no
      and not exists (select from journal_entry r where r.reverses = e.id)
  where p.state = 'paid' and p.way = 'cheque'
  order by e.id;

-- A number counts once, with or without zeros before it.
create unique index cheque_once on cheque (bank_account, ltrim(cheque_no, '0')) where not earlier;

grant select on cheque to akiba_app;
grant insert (cheque_no, payee, amount_cents, written_on, written_by, payout_id, movement_id,
  entry_id) on cheque to akiba_app;
grant update (handed_over_on, handed_over_to, handed_over_by, reversal_id, stop_asked_by,
  stop_because, stopped_by, stopped_at) on cheque to akiba_app;
create trigger cheque_is_kept before delete or truncate on cheque
  execute function forbid_change();

-- The bank pays no cheque that is older than six months.
create function cheque_state(c cheque) returns text language sql stable as $$
  select case
    when c.reversal_id is not null then 'stopped'
    when exists (select from bank_match_entry e join bank_match m on m.id = e.match_id
      where e.account = c.bank_account and e.entry_id = c.entry_id and m.state = 'confirmed')
      then 'cleared'
    when c.written_on < akiba_today() - interval '6 months' then 'stale'
    when c.handed_over_on is not null then 'handed-over'
    else 'written' end
$$;

-- A cheque is of the payment or movement that it pays, and of its entry on the bank's account.
create function cheque_is_written() returns trigger language plpgsql as $$
begin
  if not exists (select from journal_entry e join journal_line l on l.entry_id = e.id
        join ledger_account a on a.id = l.account_id
      where e.id = new.entry_id and e.receipt_no = new.cheque_no
        and e.value_date = new.written_on and a.code = new.bank_account
        and a.member_id is null and l.amount_cents = -new.amount_cents)
      or new.payout_id is not null and not exists (select from payout p
        join journal_entry e on e.id = new.entry_id and e.kind = 'payout-by-cheque'
          and e.reference_no = p.reference
        where p.id = new.payout_id and p.state = 'paid' and p.way = 'cheque'
          and p.receipt_no = new.cheque_no and p.amount_cents = new.amount_cents)
      or new.movement_id is not null and not exists (select from treasury_movement m
        where m.id = new.movement_id and m.state = 'posted' and m.entry_id = new.entry_id
          and m.payee = new.payee) then
    raise exception 'cheque % is not of its payment', new.cheque_no
      using errcode = 'check_violation', constraint = 'cheque_entry';
  end if;
  return new;
end
$$;
create trigger cheque_written before insert on cheque
  for each row execute function cheque_is_written();

-- A cheque is handed over once, while it is good, and stopped once, before the bank paid it, by the
-- reversal of its entry that two people agreed to. Neither is by its payee.
create function cheque_keeps_its_life() returns trigger language plpgsql as $$
declare
  owner text := (select 'member:' || m.member_no from payout p join member m on m.id = p.member_id
    where p.id = new.payout_id);
begin
  if (new.handed_over_on, new.handed_over_to, new.handed_over_by)
        is distinct from (old.handed_over_on, old.handed_over_to, old.handed_over_by)
      and (old.handed_over_on is not null or cheque_state(old) <> 'written'
        or new.handed_over_on <> akiba_today())
      or old.reversal_id is not null then
    raise exception 'cheque % cannot be changed so', old.cheque_no
      using errcode = 'check_violation', constraint = 'cheque_life';
  end if;
  if new.reversal_id is not null and exists (select from bank_match_entry e
      where e.account = new.bank_account and e.entry_id = new.entry_id) then
    raise exception 'the bank has paid cheque %', old.cheque_no
      using errcode = 'check_violation', constraint = 'cheque_presented';
  end if;
  if new.reversal_id is not null and (not exists (select from journal_entry e
        where e.id = new.reversal_id and e.reverses = new.entry_id)
      or new.payout_id is not null and not exists (select from approval a
        where a.kind = 'cheque-stop' and a.subject = 'cheque:' || new.id and a.state = 'approved'
          and a.requested_by = new.stop_asked_by and a.decided_by = new.stopped_by)
      or new.movement_id is not null and not exists (select from treasury_movement m
        where m.id = new.movement_id and m.state = 'reversed'
          and m.reversal_id = new.reversal_id)) then
    raise exception 'cheque % is stopped as two people agreed', old.cheque_no
      using errcode = 'check_violation', constraint = 'cheque_stop_agreed';
  end if;
  if owner in (akiba_person(coalesce(new.handed_over_by, '')),
      akiba_person(coalesce(new.stop_asked_by, '')), akiba_person(coalesce(new.stopped_by, '')))
      or new.reversal_id is not null and exists (select from payout p,
          unnest(array[new.stop_asked_by, new.stopped_by]) as person
        where p.id = new.payout_id and p.loan_id is not null
          and akiba_loan_concerns(p.loan_id, person)) then
    raise exception 'nobody decides on a cheque of their own'
      using errcode = 'check_violation', constraint = 'cheque_own_hands';
  end if;
  return new;
end
$$;
create trigger cheque_life before update on cheque
  for each row execute function cheque_keeps_its_life();
create trigger cheque_stop_persons before insert or update of stop_asked_by, stopped_by on cheque
  for each row when (new.stop_asked_by is not null and new.stopped_by is not null)
  execute function akiba_two_people('stop_asked_by', 'stopped_by', 'cheque_stop_two_people');

-- A payment by cheque fails only once its cheque is stopped.
drop trigger payout_life on payout;
create trigger payout_life before update on payout for each row
  when (not (old.state = 'paid' and new.state in ('waiting', 'failed')))
  execute function payout_keeps_its_life();

create function payout_of_stopped_cheque() returns trigger language plpgsql as $$
begin
  if old.way <> 'cheque' or not exists (select from cheque c where c.payout_id = old.id
        and c.cheque_no = old.receipt_no and c.reversal_id is not null)
      or (new.source, new.dividend_id, new.member_id, new.leg_no, new.loan_id, new.exit_id,
          new.withdrawal_id, new.reference, new.amount_cents, new.channel, new.entry_id)
        is distinct from
        (old.source, old.dividend_id, old.member_id, old.leg_no, old.loan_id, old.exit_id,
          old.withdrawal_id, old.reference, old.amount_cents, old.channel, old.entry_id) then
    raise exception 'payout % was paid', old.id
      using errcode = 'check_violation', constraint = 'payout_life';
  end if;
  return new;
end
$$;
create trigger payout_cheque_stopped before update on payout for each row
  when (old.state = 'paid' and new.state = 'failed')
  execute function payout_of_stopped_cheque();
