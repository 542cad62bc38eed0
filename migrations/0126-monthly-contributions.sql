-- Why: members and employers agreed on paper on the savings of each month. The register did not
-- know it, so nobody saw that a deduction for savings was missing, and a change went through the
-- office. A member changes it in the app now, within the policy. The office sends the employer an
-- advice for each month, which carries the amounts.
-- Expands: the program before this one knows none of the tables.

-- The least and the most that a member may choose, from a day on.
create table contribution_policy (
  id bigint generated always as identity primary key,
  effective_from date not null,
  least_cents bigint not null check (least_cents between 0 and 100000000),
  most_cents bigint not null check (most_cents between 100 and 100000000),
  follows bigint unique references contribution_policy,
  set_by text not null check (set_by <> ''),
  set_at timestamptz not null default akiba_now(),
  constraint contribution_policy_order check (least_cents <= most_cents),
  -- A payroll deducts whole shillings.
  constraint contribution_policy_whole check (least_cents % 100 = 0 and most_cents % 100 = 0)
);
insert into contribution_policy (effective_from, least_cents, most_cents, set_by, set_at)
  values ('2000-01-01', 50000, 10000000, 'migration', '2000-01-01T00:00:00Z');
create trigger contribution_policy_is_insert_only
  before update or delete on contribution_policy execute function forbid_change();
grant select, insert on contribution_policy to akiba_app;

-- The latest month whose advice was made. A change of a contribution and an advice each lock this
-- row, so that an advice carries every change of its month and none comes after it.
create table check_off_advice_latest (
  is_only boolean primary key default true check (is_only),
  month date not null check (extract(day from month) = 1)
);
insert into check_off_advice_latest (month) values ('2000-01-01');

create function check_off_advice_latest_goes_on() returns trigger language plpgsql as $$
begin
  if new.month <= old.month or new.is_only is distinct from old.is_only then
    raise exception 'the advice for % was made already', old.month
      using errcode = 'check_violation', constraint = 'check_off_advice_in_order';
  end if;
  return new;
end
$$;
create trigger check_off_advice_latest_goes_on before update on check_off_advice_latest
  for each row execute function check_off_advice_latest_goes_on();
grant select, update (month) on check_off_advice_latest to akiba_app;

-- The deductions that the employer is asked for in a month. An advice is made once and never
-- changes.
create table check_off_advice (
  month date primary key check (extract(day from month) = 1),
  made_by text not null check (made_by like 'staff:%'),
  made_at timestamptz not null default akiba_now()
);

create table check_off_advice_line (
  month date not null references check_off_advice,
  member_id bigint not null references member,
  loans_cents bigint not null check (loans_cents >= 0),
  -- Null where the member agreed on no amount here: the employer goes on as before.
  contribution_cents bigint check (contribution_cents >= 0),
  primary key (month, member_id),
  constraint check_off_advice_line_asks check (loans_cents > 0 or contribution_cents is not null)
);
create index check_off_advice_line_of_member on check_off_advice_line (member_id);

create function check_off_advice_is_in_order() returns trigger language plpgsql as $$
declare
  this_month date := date_trunc('month', akiba_today());
begin
  if new.month not between this_month and this_month + interval '2 months' then
    raise exception 'the advice for % is too early or too late', new.month
      using errcode = 'check_violation', constraint = 'check_off_advice_month';
  end if;
  update check_off_advice_latest set month = new.month;
  return new;
end
$$;
create trigger check_off_advice_is_in_order before insert on check_off_advice
  for each row execute function check_off_advice_is_in_order();
create trigger check_off_advice_is_insert_only
  before update or delete on check_off_advice execute function forbid_change();

create function check_off_advice_line_is_of_its_time() returns trigger language plpgsql as $$
begin
  if not exists (select from check_off_advice a
      where a.month = new.month and a.made_at = akiba_now()) then
    raise exception 'the advice for % was made already', new.month
      using errcode = 'check_violation', constraint = 'check_off_advice_line_at_once';
  end if;
  return new;
end
$$;
create trigger check_off_advice_line_is_of_its_time before insert on check_off_advice_line
  for each row execute function check_off_advice_line_is_of_its_time();
create trigger check_off_advice_line_is_insert_only
  before update or delete on check_off_advice_line execute function forbid_change();
grant select, insert on check_off_advice, check_off_advice_line to akiba_app;

-- The savings of a member by check-off each month, from a month on.
create table monthly_contribution (
  id bigint generated always as identity primary key,
  member_id bigint not null references member,
  month date not null check (extract(day from month) = 1),
  amount_cents bigint not null check (amount_cents >= 0 and amount_cents % 100 = 0),
  decided_by text not null,
  decided_at timestamptz not null default akiba_now(),
  cancelled_by text,
  cancelled_at timestamptz,
  constraint monthly_contribution_cancelled
    check ((cancelled_by is null) = (cancelled_at is null))
);
create unique index monthly_contribution_once on monthly_contribution (member_id, month)
  where cancelled_at is null;
create index monthly_contribution_of_member on monthly_contribution (member_id, month desc);

-- Only the member decides: not the office, and nobody for a member who is suspended or has left.
-- A month whose advice was made keeps its amount.
create function monthly_contribution_keeps_its_life() returns trigger language plpgsql as $$
declare
  owner text;
  standing text;
  advised date;
  policy contribution_policy;
begin
  select 'member:' || member_no, membership into owner, standing
    from member where id = new.member_id for share;
  select month into advised from check_off_advice_latest for share;
  if new.month <= advised then
    raise exception 'the advice for % was made', new.month
      using errcode = 'check_violation', constraint = 'monthly_contribution_advised';
  end if;
  if tg_op = 'UPDATE' then
    if old.cancelled_at is not null or new.month < date_trunc('month', akiba_today())
        or new.cancelled_by is distinct from owner
        or (new.id, new.member_id, new.month, new.amount_cents, new.decided_by, new.decided_at)
          is distinct from
          (old.id, old.member_id, old.month, old.amount_cents, old.decided_by, old.decided_at) then
      raise exception 'contribution % cannot be changed so', old.id
        using errcode = 'check_violation', constraint = 'monthly_contribution_life';
    end if;
    return new;
  end if;
  if new.decided_by <> owner or new.cancelled_at is not null then
    raise exception 'a contribution is decided by its member'
      using errcode = 'check_violation', constraint = 'monthly_contribution_own';
  end if;
  if standing <> 'active' then
    raise exception 'only an active member decides on a contribution'
      using errcode = 'check_violation', constraint = 'monthly_contribution_member';
  end if;
  select * into policy from contribution_policy p where p.effective_from <= akiba_today()
    order by p.effective_from desc, p.id desc limit 1;
  if new.amount_cents not between policy.least_cents and policy.most_cents then
    raise exception 'a contribution of % is outside the policy', new.amount_cents
      using errcode = 'check_violation', constraint = 'monthly_contribution_policy';
  end if;
  if new.month not between date_trunc('month', akiba_today())
      and date_trunc('month', akiba_today()) + interval '12 months' then
    raise exception 'a contribution from % is too early or too late', new.month
      using errcode = 'check_violation', constraint = 'monthly_contribution_month';
  end if;
  return new;
end
$$;
create trigger monthly_contribution_keeps_its_life before insert or update on monthly_contribution
  for each row execute function monthly_contribution_keeps_its_life();
create trigger monthly_contribution_is_kept
  before delete on monthly_contribution execute function forbid_change();
grant select, insert, update (cancelled_by, cancelled_at) on monthly_contribution to akiba_app;

-- The contribution that was agreed for the month of a file, when the file was matched.
create table check_off_expected_contribution (
  batch_id bigint not null references check_off_batch,
  member_id bigint not null references member,
  amount_cents bigint not null check (amount_cents >= 0),
  primary key (batch_id, member_id)
);
create index check_off_expected_contribution_of_member
  on check_off_expected_contribution (member_id);
grant select, insert, delete on check_off_expected_contribution to akiba_app;
