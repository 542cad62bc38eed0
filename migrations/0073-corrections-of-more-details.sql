-- Why: a member has a surname and first names, a payroll number, a KRA PIN and a sex on the
-- register, and could ask for none of them to be corrected.

alter table privacy_request drop constraint privacy_request_detail_check;
alter table privacy_request add constraint privacy_request_detail_check check (detail in
  ('', 'name', 'name-parts', 'national-id', 'payroll-no', 'kra-pin', 'sex', 'next-of-kin',
    'postal-address', 'mobile', 'email'));
