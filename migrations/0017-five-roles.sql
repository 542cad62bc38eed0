-- Why: a society of some size has more than a clerk and a checker: who lends, who keeps the money
-- and who audits are different people. A checker of before decides on loans; the administrator
-- says who is the treasurer.
update staff set role = 'loans-officer' where role = 'checker';

alter table staff add constraint staff_role
  check (role in ('clerk', 'loans-officer', 'treasurer', 'administrator', 'auditor'));
