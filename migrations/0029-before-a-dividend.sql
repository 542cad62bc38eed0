-- Why: a preview says what members already hold of a year, as where its dividends came in with the
-- history, before they are declared twice; and it tells of those too who had a dividend the year
-- before and have none now. Both are kept as the ledger had them when it was reckoned.

create table dividend_before (
  dividend_id bigint not null references dividend,
  member_id bigint not null references member,
  -- What was declared to the member of the year before, and of the year itself.
  last_year_cents bigint not null,
  same_year_cents bigint not null,
  primary key (dividend_id, member_id)
);

create index dividend_before_of_member on dividend_before (member_id);

insert into dividend_before (dividend_id, member_id, last_year_cents, same_year_cents)
  select dividend_id, member_id, last_year_cents, 0 from dividend_entitlement
  where last_year_cents <> 0;

alter table dividend_entitlement drop column last_year_cents;

grant select, insert on dividend_before to akiba_app;
