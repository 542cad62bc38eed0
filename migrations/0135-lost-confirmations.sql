-- Why: M-Pesa does not repeat the confirmation of a payment for ever. A payment whose confirmation
-- was lost had no way into the books. It is entered from the line of M-Pesa's own statement that
-- shows it, by one person, and approved by another, who did not import the statement either.

create table pay_in_line (
  -- A line is entered once, and a payment has one line.
  line_id bigint primary key references bank_statement_line,
  pay_in_id bigint not null unique references pay_in,
  approval_id bigint not null unique references approval,
  entered_by text not null check (entered_by <> ''),
  approved_by text not null check (approved_by <> ''),
  approved_at timestamptz not null default akiba_now(),
  constraint pay_in_line_two_people check (entered_by <> approved_by)
);
grant select, insert on pay_in_line to akiba_app;

create trigger pay_in_line_stays before update or delete or truncate on pay_in_line
  execute function forbid_change();
create trigger pay_in_line_people before insert on pay_in_line for each row
  execute function akiba_two_people('entered_by', 'approved_by', 'pay_in_line_two_people');

-- The payment is what the line says, which nothing else accounts for. The person who
-- imported the statement could have written it, and nobody enters or approves what is credited to
-- themselves.
create function pay_in_line_is_shown() returns trigger language plpgsql as $$
declare
  shown bank_statement_line;
begin
  select * into shown from bank_statement_line where id = new.line_id for no key update;
  if shown.account <> 'mobile-money' or not exists (select from pay_in p where p.id = new.pay_in_id
      and p.receipt_no = shown.receipt_no and p.amount_cents = shown.amount_cents) then
    raise exception 'line % is not of payment %', new.line_id, new.pay_in_id
      using errcode = 'check_violation', constraint = 'pay_in_line_agrees';
  end if;
  if shown.match_id is not null
      or exists (select from payout_return r where r.line_id = new.line_id) then
    raise exception 'line % is accounted for', new.line_id
      using errcode = 'check_violation', constraint = 'pay_in_line_open';
  end if;
  if exists (select from bank_statement s where s.id = shown.statement_id
      and akiba_person(s.loaded_by) = akiba_person(new.approved_by)) then
    raise exception 'line % was imported by its approver', new.line_id
      using errcode = 'check_violation', constraint = 'pay_in_line_importer';
  end if;
  if not exists (select from approval a where a.id = new.approval_id and a.kind = 'pay-in-line'
      and a.payload ->> 'line' = new.line_id::text and a.state = 'approved'
      and a.requested_by = new.entered_by and a.decided_by = new.approved_by) then
    raise exception 'the entry of line % was not approved', new.line_id
      using errcode = 'check_violation', constraint = 'pay_in_line_request';
  end if;
  if exists (select from pay_in_part t where t.pay_in_id = new.pay_in_id and t.turn = 0
      and t.member_id is not null
      and (akiba_is_credited(t.member_id, t.loan_id, new.entered_by)
        or akiba_is_credited(t.member_id, t.loan_id, new.approved_by))) then
    raise exception 'nobody enters money for themselves'
      using errcode = 'check_violation', constraint = 'pay_in_line_own_hands';
  end if;
  return new;
end
$$;
create trigger pay_in_line_shown before insert on pay_in_line
  for each row execute function pay_in_line_is_shown();
