-- Why: a first confirmation may tell another amount than M-Pesa's own statement. The receipt was
-- taken, so the payment could not be entered again, and the difference stayed open. It is corrected
-- from the line of the statement by one person and approved by another, who did not import it.

alter table pay_in_decision
  drop constraint pay_in_decision_decision_check,
  add constraint pay_in_decision_decision_check
    check (decision in ('placed', 'moved', 'returned', 'corrected'));

create table pay_in_correction (
  -- A line corrects one payment, once.
  line_id bigint primary key references bank_statement_line,
  pay_in_id bigint not null references pay_in,
  -- The turn of the payment that it began.
  turn smallint not null,
  -- The amount in the books before, and the one on the statement.
  booked_cents bigint not null check (booked_cents > 0),
  amount_cents bigint not null check (amount_cents > 0),
  approval_id bigint not null unique references approval,
  entered_by text not null check (entered_by <> ''),
  approved_by text not null check (approved_by <> ''),
  foreign key (pay_in_id, turn) references pay_in_decision,
  constraint pay_in_correction_turn unique (pay_in_id, turn),
  constraint pay_in_correction_amount check (booked_cents <> amount_cents),
  constraint pay_in_correction_two_people check (entered_by <> approved_by)
);
grant select, insert on pay_in_correction to akiba_app;

create trigger pay_in_correction_stays before update or delete or truncate on pay_in_correction
  execute function forbid_change();
create trigger pay_in_correction_people before insert on pay_in_correction for each row
  execute function akiba_two_people('entered_by', 'approved_by', 'pay_in_correction_two_people');

-- The amount is what an open line of M-Pesa's statement says about the same receipt. The person who
-- imported the statement could have written it. The decision about the payment, which has the
-- same two people, keeps them from correcting money of their own.
create function pay_in_correction_is_shown() returns trigger language plpgsql as $$
declare
  shown bank_statement_line;
begin
  select * into shown from bank_statement_line where id = new.line_id for no key update;
  if shown.account <> 'mobile-money' or shown.amount_cents <> new.amount_cents
      or not exists (select from pay_in p where p.id = new.pay_in_id
        and p.receipt_no = shown.receipt_no and p.amount_cents = new.booked_cents) then
    raise exception 'line % does not correct payment %', new.line_id, new.pay_in_id
      using errcode = 'check_violation', constraint = 'pay_in_correction_agrees';
  end if;
  if shown.match_id is not null then
    raise exception 'line % is accounted for', new.line_id
      using errcode = 'check_violation', constraint = 'pay_in_correction_open';
  end if;
  if exists (select from bank_statement s where s.id = shown.statement_id
      and akiba_person(s.loaded_by) = akiba_person(new.approved_by)) then
    raise exception 'line % was imported by its approver', new.line_id
      using errcode = 'check_violation', constraint = 'pay_in_correction_importer';
  end if;
  if not exists (select from approval a where a.id = new.approval_id
      and a.kind = 'pay-in-correction' and a.payload ->> 'line' = new.line_id::text
      and a.state = 'approved'
      and a.requested_by = new.entered_by and a.decided_by = new.approved_by)
      or not exists (select from pay_in_decision d where d.pay_in_id = new.pay_in_id
        and d.turn = new.turn and d.decision = 'corrected'
        and d.proposed_by = new.entered_by and d.decided_by = new.approved_by) then
    raise exception 'the correction from line % was not approved', new.line_id
      using errcode = 'check_violation', constraint = 'pay_in_correction_request';
  end if;
  return new;
end
$$;
create trigger pay_in_correction_shown before insert on pay_in_correction
  for each row execute function pay_in_correction_is_shown();

-- A corrected payment stays where it is, or waits in suspense if its account takes no money now.
grant update (amount_cents) on pay_in to akiba_app;

create or replace function pay_in_keeps_its_life() returns trigger language plpgsql as $$
declare
  made text := (select decision from pay_in_decision d
    where d.pay_in_id = new.id and d.turn = new.turn);
begin
  if (new.state, new.turn) is distinct from (old.state, old.turn) and (new.turn <> old.turn + 1
      or made is null
      or (made = 'corrected' and not (old.state in ('credited', 'suspense')
        and new.state in (old.state, 'suspense')))
      or (made <> 'corrected' and (old.state, new.state) not in
        (('suspense', 'credited'), ('suspense', 'returned'), ('credited', 'suspense')))) then
    raise exception 'payment % cannot go from % to %', old.receipt_no, old.state, new.state
      using errcode = 'check_violation', constraint = 'pay_in_life';
  end if;
  if (made is not distinct from 'corrected' and new.turn <> old.turn
        or new.amount_cents <> old.amount_cents)
      and not exists (select from pay_in_correction c
        where c.pay_in_id = new.id and c.turn = new.turn and new.turn = old.turn + 1
          and c.booked_cents = old.amount_cents and c.amount_cents = new.amount_cents) then
    raise exception 'the amount of payment % is corrected from the statement', old.receipt_no
      using errcode = 'check_violation', constraint = 'pay_in_life';
  end if;
  return new;
end
$$;
drop trigger pay_in_life on pay_in;
create trigger pay_in_life before update of state, turn, amount_cents on pay_in
  for each row execute function pay_in_keeps_its_life();

create or replace function loan_step_reverses_no_pay_in() returns trigger language plpgsql as $$
begin
  if exists (select from loan_step r join pay_in_part t on t.entry_id = r.entry_id
      where r.id = new.reverses and not exists (select from pay_in_decision d
        where d.pay_in_id = t.pay_in_id and d.turn = t.turn + 1
          and d.decision in ('moved', 'corrected')
          and d.decided_by = new.taken_by)) then
    raise exception 'step % came by the paybill and is moved at its own desk', new.reverses
      using errcode = 'check_violation', constraint = 'loan_step_of_pay_in';
  end if;
  return new;
end
$$;
