-- Why: the smallest rule of retention was compared as an interval, in which PostgreSQL counts a
-- year as 360 days. A rule of 360 days passed as a year. Both sides are now counted in twelfths of
-- a day, a year as 365 days. Rules that were already set stay as they are.
alter table retention_rule
  drop constraint retention_rule_least,
  add constraint retention_rule_least check (
    amount * case unit when 'days' then 12 when 'months' then 365 else 4380 end
    >= case what when 'books' then 7 * 4380 when 'requests' then 4380
      when 'messages' then 7 * 12 when 'sessions' then 7 * 12 else 0 end) not valid;
