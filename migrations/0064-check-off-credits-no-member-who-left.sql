-- Why: a member could leave between the matching of a check-off file and its posting, or between a
-- proposal and its approval, and be credited all the same. Money for a member who has left stays in
-- suspense, whatever the code says.

create function check_off_credits_members() returns trigger language plpgsql as $$
begin
  if exists (select from check_off_part p join member m on m.id = p.member_id
      where p.batch_id = new.id and m.membership = 'left') then
    raise exception 'check-off % credits a member who has left', new.id
      using errcode = 'check_violation', constraint = 'check_off_credits_members';
  end if;
  return new;
end
$$;

create trigger check_off_batch_members before update of state on check_off_batch for each row
  when (new.state = 'posted' and old.state = 'prepared')
  execute function check_off_credits_members();

create function check_off_places_with_members() returns trigger language plpgsql as $$
begin
  if exists (select from member where id = new.member_id and membership = 'left') then
    raise exception 'money out of suspense is placed with a member who has left'
      using errcode = 'check_violation', constraint = 'check_off_places_with_members';
  end if;
  return new;
end
$$;

create trigger check_off_release_members before insert on check_off_release
  for each row execute function check_off_places_with_members();
