-- Why: the members of an import that was undone stayed active under their number, so a check-off
-- file or a placement out of suspense could credit them, and they counted as members. They are
-- moved to the state of members who have left, whom every rule of the database keeps money from.
-- Importing their file again makes them active again.

create or replace function import_forget_members(run bigint) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from otp where member_no in (select member_no from member where import_run_id = run);
  delete from otp_standing
    where member_no in (select member_no from member where import_run_id = run);
  delete from sign_in_standing
    where login_no in (select member_no from member where import_run_id = run);
  delete from outbox_message
    where params ->> 'memberNo' in (select member_no from member where import_run_id = run);
  update member set full_name = 'Not imported ' || member_no, surname = '', first_names = '',
      mobile_number = '', mobile_confirmed_at = null, email = '', national_id = '',
      postal_address = '', payroll_no = '', kra_pin = '', gender = '', residence = '',
      stated_age = null, stated_age_on = null, membership = 'left'
    where import_run_id = run;
  update import_file set row_digest = null, row_set = null where run_id = run;
end
$$;

update member m set membership = 'left'
  from import_batch b
  where b.run_id = m.import_run_id and b.state = 'undone' and m.membership <> 'left';
