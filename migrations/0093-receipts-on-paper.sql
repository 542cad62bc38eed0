-- Why: the receipt of the counter is printed with a code like a statement, and the public page says
-- of each whether the money still counts.

alter table issued_statement add column receipt_id bigint references counter_receipt,
  add constraint issued_statement_receipt
    check ((statement = 'counter-receipt') = (receipt_id is not null));
create index issued_statement_of_receipt on issued_statement (receipt_id)
  where receipt_id is not null;

-- A code stands for the receipt that it was printed on, with its member and its amount.
create function issued_receipt_is_as_booked() returns trigger language plpgsql as $$
begin
  if not exists (select from counter_receipt r where r.id = new.receipt_id
      and r.member_id = new.member_id and r.amount_cents = new.closing_cents
      and r.state in ('clearing', 'credited')) then
    raise exception 'receipt % is not printed like this', new.receipt_id
      using errcode = 'check_violation', constraint = 'issued_statement_receipt';
  end if;
  return new;
end
$$;
create trigger issued_receipt before insert on issued_statement for each row
  when (new.receipt_id is not null) execute function issued_receipt_is_as_booked();
