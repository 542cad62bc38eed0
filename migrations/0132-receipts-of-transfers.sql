-- Why: a member has a receipt of each transfer from a withdrawable account, whether they made it
-- once or ordered it each month. It is printed with a code like that of the counter, and the public
-- page says whether the transfer still counts.

alter table issued_statement add column transfer_id bigint references member_transfer,
  add constraint issued_statement_transfer
    check ((statement = 'transfer-receipt') = (transfer_id is not null));
create index issued_statement_of_transfer on issued_statement (transfer_id)
  where transfer_id is not null;

-- A code stands for the transfer that it was printed on, with its member and its amount, while that
-- is not reversed.
create function issued_transfer_is_as_booked() returns trigger language plpgsql as $$
begin
  if not exists (select from member_transfer t where t.id = new.transfer_id
      and t.member_id = new.member_id and t.amount_cents = new.closing_cents
      and not exists (select from journal_entry e where e.reverses = t.entry_id)) then
    raise exception 'transfer % is not printed like this', new.transfer_id
      using errcode = 'check_violation', constraint = 'issued_statement_transfer';
  end if;
  return new;
end
$$;
create trigger issued_transfer before insert on issued_statement for each row
  when (new.transfer_id is not null) execute function issued_transfer_is_as_booked();
