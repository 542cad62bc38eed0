-- Why: a cheque counted as often as its bank was spelled or its number began with zeros, and each
-- time took only one person to clear. And a member left while their cheque was in clearing, so that
-- the bank had its money and nobody could be credited with it.

-- A bank or a number without what people write in several ways: case, spaces, punctuation.
create function akiba_plain(written text) returns text language sql immutable as $$
  select regexp_replace(upper(written), '[^A-Z0-9]+', '', 'g')
$$;

drop index counter_document_once;
-- A slip and a cheque count once, however their bank and number are written.
create unique index counter_document_once on counter_receipt
    (way, akiba_plain(bank), ltrim(akiba_plain(document_no), '0'))
  where way <> 'cash' and state not in ('bounced', 'reversed');

create index counter_receipt_clearing_of on counter_receipt (member_id) where state = 'clearing';

create function member_leaves_without_cheques() returns trigger language plpgsql as $$
begin
  if exists (select from counter_receipt r where r.member_id = new.id and r.state = 'clearing') then
    raise exception 'a cheque of member % is in clearing', new.member_no
      using errcode = 'check_violation', constraint = 'member_cheque_waits';
  end if;
  return new;
end
$$;
create trigger member_cheques before update of membership on member for each row
  when (new.membership = 'left' and old.membership <> 'left')
  execute function member_leaves_without_cheques();
