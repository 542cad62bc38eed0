-- Why: the number of an application was a count in one row of its year, which each application
-- locked until it was committed: all others waited for its messages, its answer and the disk. The
-- numbers come from a sequence now, for which nobody waits. As before, one that is drawn for what
-- then fails is left out, and each year begins with 1.
-- Expands: an older program still counts in `loan_number`, where a trigger gives it a number of the
-- same sequence.

create sequence loan_number_drawn;

create table loan_number_year (
  year smallint primary key,
  -- The numbers of the sequence that were drawn before this year.
  drawn_before bigint not null check (drawn_before >= 0)
);

-- The numbers go on after the highest one, whichever of these years comes next.
insert into loan_number_year (year, drawn_before) select year, 0 from loan_number;
select setval('loan_number_drawn', max(last)) from loan_number having max(last) > 0;

create function draw_loan_number(of_year integer) returns integer language plpgsql
  security definer set search_path = public, pg_temp as $$
declare
  before bigint;
begin
  select drawn_before into before from loan_number_year where year = of_year;
  if before is null then
    -- Of several first ones of a year, the others wait here until the first is committed.
    perform pg_advisory_xact_lock(hashtextextended('the first loan number of a year', 0));
    insert into loan_number_year (year, drawn_before) select of_year, nextval('loan_number_drawn')
      where not exists (select from loan_number_year where year = of_year);
    select drawn_before into strict before from loan_number_year where year = of_year;
  end if;
  return nextval('loan_number_drawn') - before;
end
$$;

create function loan_number_is_drawn() returns trigger language plpgsql as $$
begin
  new.last := draw_loan_number(new.year);
  return new;
end
$$;

create trigger loan_number_of_older_program before insert or update on loan_number
  for each row execute function loan_number_is_drawn();

-- For the nightly backup, which the portal makes with its own rights.
grant select on loan_number_year to akiba_app;
