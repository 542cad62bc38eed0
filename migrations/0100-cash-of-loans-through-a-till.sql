-- Why: the loan desk recorded cash that no till had received and nobody counted. A member of the
-- staff now repays a loan in cash only through the counter. Older repayments stay as they are.

create function loan_step_takes_no_loose_cash() returns trigger language plpgsql as $$
begin
  if exists (select from journal_entry e
      where e.id = new.entry_id and e.kind = 'loan-repaid-in-cash') then
    raise exception 'cash for loan % goes through a till', new.loan_id
      using errcode = 'check_violation', constraint = 'loan_step_cash';
  end if;
  return new;
end
$$;
create trigger loan_step_cash before insert on loan_step for each row
  when (new.step = 'repaid' and new.taken_by like 'staff:%')
  execute function loan_step_takes_no_loose_cash();

-- Requests that wait cannot be carried out any more: the cash is received at the counter.
update approval set state = 'lapsed'
  where kind = 'loan-repayment' and state = 'waiting' and payload ->> 'way' = 'cash';
