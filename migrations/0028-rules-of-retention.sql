-- Why: the administrator keeps the rules of retention without a developer. Each names the newest
-- one its maker had seen; what is set again for a day replaces what was set for it before. What the
-- law or the office needs stays the least, whoever sets a rule.

alter table retention_rule
  drop constraint retention_rule_what_effective_from_key,
  add column follows bigint unique references retention_rule,
  -- Books seven years: money laundering. Messages and sessions a week, so that one that did not
  -- arrive, or was a stranger's, can be asked after. Answers a year, to show that they were given.
  add constraint retention_rule_least check (
    case unit when 'days' then make_interval(days => amount)
      when 'months' then make_interval(months => amount)
      else make_interval(years => amount) end
    >= case what when 'books' then interval '7 years' when 'requests' then interval '1 year'
      when 'messages' then interval '7 days' when 'sessions' then interval '7 days'
      else interval '0' end),
  add constraint retention_rule_most check (
    amount <= case unit when 'days' then 3650 when 'months' then 1200 else 100 end);

create index retention_rule_of_a_day on retention_rule (what, effective_from, id);

-- How long something is kept by the rule that holds on a day, as it is known now.
create function retention(kept text, on_day date) returns interval language sql stable as $$
  select case unit when 'days' then make_interval(days => amount)
      when 'months' then make_interval(months => amount)
      else make_interval(years => amount) end
    from retention_rule where what = kept and effective_from <= on_day
    order by effective_from desc, id desc limit 1
$$;

create or replace function retention(kept text) returns interval language sql stable as $$
  select retention(kept, akiba_today())
$$;
