-- Why: the account that the bank debits for payments was a variable of the server, so that the
-- office needed its operator to change it. It is one of the society's settings now.
-- Expands: an older program reads that variable and leaves the column empty.

alter table society add column debit_account text not null default ''
  check (debit_account ~ '^([0-9]{5,20})?$');
