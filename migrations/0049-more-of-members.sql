-- Why: a register that comes from another system has more of a member than one name: surname and
-- first names, payroll number and KRA PIN, and for next of kin their relation and share. They had
-- no place and were lost in an import.

alter table member
  add column surname text not null default '',
  add column first_names text not null default '',
  add column payroll_no text not null default ''
    check (payroll_no ~ '^([A-Z0-9][A-Z0-9/_-]{0,29})?$'),
  add column kra_pin text not null default '' check (kra_pin ~ '^([AP][0-9]{9}[A-Z])?$'),
  add constraint member_name_in_parts check ((surname = '') = (first_names = ''));

-- Check-off finds a member by it: two present members never share one.
create unique index member_payroll_no_once on member (payroll_no)
  where payroll_no <> '' and membership <> 'left';

-- Whoever corrects the name as a whole does not say its parts, which would then contradict it.
create function member_name_keeps_its_parts() returns trigger language plpgsql as $$
begin
  if new.full_name <> old.full_name and new.surname = old.surname
    and new.first_names = old.first_names then
    new.surname := '';
    new.first_names := '';
  end if;
  return new;
end
$$;

create trigger member_name_parts before update of full_name on member
  for each row execute function member_name_keeps_its_parts();

alter table next_of_kin
  add column relation text not null default '',
  -- In hundredths of a per cent; null where no share was said.
  add column share_bp integer check (share_bp between 1 and 10000);

-- Shares that are said at all come to the whole.
create function next_of_kin_share_the_whole() returns trigger language plpgsql as $$
declare
  of_member bigint := coalesce(new.member_id, old.member_id);
begin
  if exists (
    select from next_of_kin where member_id = of_member
    having count(share_bp) > 0 and sum(coalesce(share_bp, 0)) <> 10000
  ) then
    raise exception 'the shares of the next of kin of member % are not the whole', of_member
      using errcode = 'check_violation', constraint = 'next_of_kin_whole';
  end if;
  return null;
end
$$;

create constraint trigger next_of_kin_whole after insert or update or delete on next_of_kin
  deferrable initially deferred for each row execute function next_of_kin_share_the_whole();
