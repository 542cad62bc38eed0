-- Why: some tables, columns and constraints had home-made names. They get the standard ones, which
-- the code uses as well. No row changes.

alter table half_session rename to pending_session;
alter index half_session_pkey rename to pending_session_pkey;
alter index half_session_open rename to pending_session_open;
alter table pending_session
  rename constraint half_session_token_hash_key to pending_session_token_hash_key;
alter table pending_session
  rename constraint half_session_login_id_fkey to pending_session_login_id_fkey;

alter table payout rename column pile to tab;
alter index payout_pile rename to payout_tab;
alter index payout_pile_of_dividend rename to payout_tab_of_dividend;
alter index contact_change_pile rename to contact_change_queue;
alter index member_exit_pile rename to member_exit_queue;

alter index audit_record_no_look_in_time rename to audit_record_no_access_in_time;
alter index audit_record_no_look_of_actor rename to audit_record_no_access_of_actor;

alter table alert rename column told_at to notified_at;
alter table alert_notice rename column told_at to notified_at;
alter table sms_budget_notice rename column told_at to notified_at;

alter function import_take_back(bigint) rename to import_undo;

alter trigger loan_taken_back on loan rename to loan_goes_back_by_two;
alter table loan_step
  rename constraint loan_step_taken_back_by_two to loan_step_goes_back_by_two;
do $$
begin
  execute replace(
    pg_get_functiondef('loan_step_by_the_right_people()'::regprocedure),
    'loan_step_taken_back_by_two', 'loan_step_goes_back_by_two');
end
$$;
