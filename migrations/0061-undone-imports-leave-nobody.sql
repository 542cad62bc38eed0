-- Why: members of an import that was undone stayed with their phones and IDs, so that a code could
-- be sent to them and a sign-up succeed. Only their numbers stay, which reversed entries name.

create function import_forget_members(run bigint) returns void
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
      stated_age = null, stated_age_on = null
    where import_run_id = run;
  update import_file set row_digest = null, row_set = null where run_id = run;
end
$$;

revoke execute on function import_forget_members from public;
grant execute on function import_forget_members to akiba_app;
