-- Why: the society's own income, expenses and reserves had no account, so that a bank charge or the
-- transfer to the statutory reserve could not be recorded.

insert into ledger_account (code, normal_side, floor_cents) values
  ('bank-interest', -1, null), ('other-income', -1, null), ('bank-charges', 1, null),
  ('mpesa-charges', 1, null), ('operating-expenses', 1, null), ('retained-surplus', -1, null),
  ('statutory-reserve', -1, 0), ('institutional-capital', -1, 0);
