-- Why: since July 2023 withheld tax is remitted within five working days. The due day is stored
-- with the day of withholding, as a holiday that is gazetted later must not move it.

create table tax_withheld_day (
  withheld_on date primary key,
  due_on date not null check (due_on > withheld_on),
  amount_cents bigint not null check (amount_cents > 0)
);

grant select, insert, update on tax_withheld_day to akiba_app;
