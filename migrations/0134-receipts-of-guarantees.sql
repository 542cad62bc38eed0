-- Why: a member who accepts a guarantee has a receipt of the pledge and of the borrower. It is
-- printed with a code, and the public page says whether the deposits are still pledged.

alter table issued_statement add column guarantee_id bigint references guarantee,
  add constraint issued_statement_guarantee
    check ((statement = 'guarantee-receipt') = (guarantee_id is not null));
create index issued_statement_of_guarantee on issued_statement (guarantee_id)
  where guarantee_id is not null;

-- A code is issued for a guarantee that its member accepted in the portal, with its amount, until
-- it ends. One that was given on paper has its paper, and undoing an import removes it.
create function issued_guarantee_is_as_given() returns trigger language plpgsql as $$
begin
  if not exists (select from guarantee g where g.id = new.guarantee_id
      and g.guarantor_id = new.member_id and g.amount_cents = new.closing_cents
      and g.state = 'accepted' and g.answered_at is not null) then
    raise exception 'guarantee % is not printed like this', new.guarantee_id
      using errcode = 'check_violation', constraint = 'issued_statement_guarantee';
  end if;
  return new;
end
$$;
create trigger issued_guarantee before insert on issued_statement for each row
  when (new.guarantee_id is not null) execute function issued_guarantee_is_as_given();
