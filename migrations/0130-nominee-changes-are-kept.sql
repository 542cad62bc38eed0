-- Why: a change of nominees could be deleted while the list that it made is still on the register,
-- so that nobody could tell who had changed it and from what. It goes with the list alone: when the
-- data protection desk erases the nominees of a member.
create function nominee_change_goes_with_list() returns trigger language plpgsql as $$
begin
  if exists (select from next_of_kin where member_id = old.member_id) then
    raise exception 'change % of nominees is kept while the register has a list', old.id
      using errcode = 'check_violation', constraint = 'nominee_change_kept';
  end if;
  return null;
end
$$;
create constraint trigger nominee_change_goes_with_list after delete on nominee_change
  deferrable initially deferred for each row execute function nominee_change_goes_with_list();
