-- Why: the year of a dividend was found in the narration of its entries. It is now a column of the
-- entry. For the entries there are, it is what was found so far: the year that the narration names,
-- or the year before the declaration.

alter table journal_entry add column dividend_year smallint
  check (dividend_year between 1900 and 2999);

alter table journal_entry disable trigger journal_entry_is_insert_only;
update journal_entry
  set dividend_year = coalesce(substring(narration from '\mfor (20[0-9]{2})\M')::int,
    extract(year from value_date)::int - 1)
  where kind = 'dividend-declared';
alter table journal_entry enable trigger journal_entry_is_insert_only;

alter table journal_entry add constraint journal_entry_dividend_year
  check ((kind = 'dividend-declared') = (dividend_year is not null));

grant insert (dividend_year) on journal_entry to akiba_app;
