-- Why: instalments fell due a month after a loan was paid out, but the employer deducts on its own
-- pay day. Guarantors were told of deductions that had not yet been made, of a few cents, and of
-- money that waited in suspense.

alter table loan_policy
  -- The employer's pay day; 0 where instalments are due a month apart, from the day of payout.
  add column pay_day smallint not null default 0 check (pay_day between 0 and 31),
  -- Where a pay day goes that falls on a weekend or a public holiday.
  add column pay_day_rest text not null default 'before'
    check (pay_day_rest in ('before', 'after', 'same')),
  -- For how many days after an import nobody is told of a missed deduction.
  add column missed_quiet_days smallint not null default 7
    check (missed_quiet_days between 0 and 60),
  -- Nobody is told of a smaller sum.
  add column missed_least_cents bigint not null default 10000 check (missed_least_cents >= 0);
