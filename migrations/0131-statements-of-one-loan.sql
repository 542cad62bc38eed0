-- Why: a member downloads the statement of one loan for a bank that buys it off. Its code stands
-- for that loan. The number is kept as printed, because undoing an import removes the loan.
-- Expands: an older program issues no such statement and leaves the column empty.

alter table issued_statement add column loan_no text;

-- The statement of a loan names a loan of its member, and no other document names one.
create function issued_loan_is_the_members() returns trigger language plpgsql as $$
begin
  if new.statement is distinct from 'loan-statement' or not exists (select from loan l
      where l.loan_no = new.loan_no and l.member_id = new.member_id) then
    raise exception 'loan % is not of member %', new.loan_no, new.member_id
      using errcode = 'check_violation', constraint = 'issued_statement_loan';
  end if;
  return new;
end
$$;
create trigger issued_loan before insert on issued_statement for each row
  when (new.loan_no is not null or new.statement = 'loan-statement')
  execute function issued_loan_is_the_members();
