-- Why: a statement of another account was taken if its balances happened to fit. The number that a
-- statement names above its table is kept, and the next one may not name another; empty if none.
alter table bank_statement add column account_named text not null default ''
  check (account_named ~ '^[0-9]{0,30}$');
