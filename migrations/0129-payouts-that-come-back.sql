-- Why: a bank returns a transfer days after it was reported as paid, and Safaricom reverses a
-- payment to a wrong number. The books had no way back. One person records the return from the line
-- of the statement that shows the money, another approves it, and the payout has failed after all.

create table payout_return (
  id bigint generated always as identity primary key,
  payout_id bigint not null references payout,
  -- The receipt by which it had been paid.
  receipt_no text not null check (receipt_no <> ''),
  -- The line on which the money came back, which returns one payout.
  line_id bigint not null unique references bank_statement_line,
  entry_id bigint not null unique references journal_entry,
  reason text not null check (reason <> ''),
  approval_id bigint not null unique references approval,
  entered_by text not null check (entered_by <> ''),
  approved_by text not null check (approved_by <> ''),
  approved_at timestamptz not null default akiba_now(),
  constraint payout_return_once unique (payout_id, receipt_no),
  constraint payout_return_two_people check (entered_by <> approved_by)
);
grant select, insert on payout_return to akiba_app;

create trigger payout_return_stays before update or delete or truncate on payout_return
  execute function forbid_change();
create trigger payout_return_people before insert on payout_return for each row
  execute function akiba_two_people('entered_by', 'approved_by', 'payout_return_two_people');

-- Where the money of a payout that was paid left from; null of cash, which no statement shows, and
-- of a cheque, which is stopped.
create function payout_paid_from(of_channel text, of_way text) returns text
language sql immutable as $$
  select case when of_channel = 'phone' then 'mobile-money'
    when of_way = 'bank' then 'bank' end
$$;

-- A return is of a payout that is paid, by a line of the same account and amount that nothing else
-- accounts for, no earlier than the payout. Nobody decides on what was paid to themselves, or of a
-- loan that they took or guarantee.
create function payout_return_is_shown() returns trigger language plpgsql as $$
declare
  paid payout;
  payee text;
begin
  select * into paid from payout where id = new.payout_id for no key update;
  select 'member:' || member_no into payee from member where id = paid.member_id;
  if paid.state <> 'paid' or paid.receipt_no <> new.receipt_no
      or not exists (select from bank_statement_line l
        where l.id = new.line_id and l.amount_cents = paid.amount_cents
          and l.account = payout_paid_from(paid.channel, paid.way)
          and l.day >= (paid.queued_at at time zone 'Africa/Nairobi')::date) then
    raise exception 'line % does not return payout %', new.line_id, new.payout_id
      using errcode = 'check_violation', constraint = 'payout_return_line';
  end if;
  if exists (select from bank_statement_line l where l.id = new.line_id and l.match_id is not null)
  then
    raise exception 'line % is accounted for', new.line_id
      using errcode = 'check_violation', constraint = 'payout_return_open';
  end if;
  if not exists (select from approval a where a.id = new.approval_id and a.kind = 'payout-return'
      and a.subject = 'payout:' || new.payout_id and a.state = 'approved'
      and a.requested_by = new.entered_by and a.decided_by = new.approved_by) then
    raise exception 'the return of payout % was not approved', new.payout_id
      using errcode = 'check_violation', constraint = 'payout_return_request';
  end if;
  if payee in (akiba_person(new.entered_by), akiba_person(new.approved_by))
      or paid.loan_id is not null and (akiba_loan_concerns(paid.loan_id, new.entered_by)
        or akiba_loan_concerns(paid.loan_id, new.approved_by)) then
    raise exception 'payout % concerns a person who returns it', new.payout_id
      using errcode = 'check_violation', constraint = 'payout_return_own_hands';
  end if;
  return new;
end
$$;
create trigger payout_return_shown before insert on payout_return
  for each row execute function payout_return_is_shown();

-- A payout that was paid fails only once its cheque is stopped, or its return is recorded.
drop trigger payout_cheque_stopped on payout;
drop function payout_of_stopped_cheque;
create function payout_fails_after_all() returns trigger language plpgsql as $$
begin
  if not (exists (select from payout_return r
        where r.payout_id = old.id and r.receipt_no = old.receipt_no)
      or old.way = 'cheque' and exists (select from cheque c where c.payout_id = old.id
        and c.cheque_no = old.receipt_no and c.reversal_id is not null))
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
create trigger payout_failed_after_all before update on payout for each row
  when (old.state = 'paid' and new.state = 'failed')
  execute function payout_fails_after_all();

-- A receipt settles one payout, and a payout has another receipt only once the money of the first
-- is back: it was returned, or its cheque stopped.
alter table payout_receipt drop constraint payout_receipt_payout_id_key;
create index payout_receipt_of_payout on payout_receipt (payout_id);
create function payout_receipt_is_next() returns trigger language plpgsql as $$
begin
  perform from payout where id = new.payout_id for no key update;
  if exists (select from payout_receipt e where e.payout_id = new.payout_id
      and not exists (select from payout_return r
        where r.payout_id = e.payout_id and r.receipt_no = e.receipt_no)
      and not exists (select from cheque c where c.payout_id = e.payout_id
        and c.cheque_no = e.receipt_no and c.reversal_id is not null)) then
    -- As on a conflict with a receipt that is used: the row is left out.
    return null;
  end if;
  return new;
end
$$;
create trigger payout_receipt_next before insert on payout_receipt
  for each row execute function payout_receipt_is_next();

-- A payment that the bank returned after all is `bounced` in its file, and may be in another.
alter table eft_line
  drop constraint eft_line_state_check,
  drop constraint eft_line_result,
  add constraint eft_line_state_check
    check (state in ('open', 'paid', 'returned', 'bounced', 'taken-back')),
  add constraint eft_line_result check ((state in ('paid', 'bounced')) = (bank_reference <> '')
    and (state = 'returned') = (reason <> '')
    and (state in ('paid', 'returned', 'bounced')) = (told_by is not null)
    and (told_by is null) = (confirmed_by is null));

create function eft_line_bounces() returns trigger language plpgsql as $$
begin
  if (new.file_id, new.line_no, new.payout_id, new.details_id, new.amount_cents,
      new.bank_reference, new.told_by, new.confirmed_by)
    is distinct from (old.file_id, old.line_no, old.payout_id, old.details_id, old.amount_cents,
      old.bank_reference, old.told_by, old.confirmed_by)
    or new.state <> 'bounced' or not exists (select from payout_return r
      where r.payout_id = old.payout_id and r.receipt_no = old.bank_reference) then
    raise exception 'line % of file % cannot be changed so', old.line_no, old.file_id
      using errcode = 'check_violation', constraint = 'eft_life';
  end if;
  return new;
end
$$;
drop trigger eft_line_life on eft_line;
create trigger eft_line_life before insert on eft_line
  for each row execute function eft_line_keeps_its_life();
create trigger eft_line_life_on before update on eft_line for each row
  when (old.state <> 'paid') execute function eft_line_keeps_its_life();
create trigger eft_line_bounced before update on eft_line for each row
  when (old.state = 'paid') execute function eft_line_bounces();
create index payout_return_of_payout on payout_return (payout_id, id);
