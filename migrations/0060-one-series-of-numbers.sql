-- Why: members and staff sign in by one number, but each table kept its own. An import gave a
-- member the number of a colleague, whose password reset then failed. The numbers of both are now
-- kept in one table, whose key holds also against two at once.

create table person_number (
  number text primary key,
  holder text not null check (holder in ('member', 'staff'))
);

-- A number that both tables have from before stays with the member. The nightly check of the staff
-- reports it, and its owners are given other numbers by hand.
insert into person_number select member_no, 'member' from member;
insert into person_number select staff_no, 'staff' from staff on conflict do nothing;

-- Takes the number of a new row, and gives back that of a row that changes or goes.
create function person_number_is_taken() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_table_name = 'member' then
    if tg_op <> 'INSERT' then
      delete from person_number where number = old.member_no and holder = 'member';
    end if;
    if tg_op <> 'DELETE' then insert into person_number values (new.member_no, 'member'); end if;
  else
    if tg_op <> 'INSERT' then
      delete from person_number where number = old.staff_no and holder = 'staff';
    end if;
    if tg_op <> 'DELETE' then insert into person_number values (new.staff_no, 'staff'); end if;
  end if;
  return null;
end
$$;

create trigger member_number_once after insert or delete or update of member_no on member
  for each row execute function person_number_is_taken();
create trigger staff_number_once after insert or delete or update of staff_no on staff
  for each row execute function person_number_is_taken();

grant select on person_number to akiba_app;
