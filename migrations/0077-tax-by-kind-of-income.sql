-- Why: the law taxes a dividend on shares and interest on deposits at different rates, whatever way
-- they are paid. A society can now withhold tax by kind of income instead of by mode of payment.

alter table withholding_rate drop constraint withholding_rate_mode_check;
alter table withholding_rate alter column basis_points drop not null;
alter table withholding_rate add column interest_basis_points smallint
  check (interest_basis_points between 0 and 4999);
-- A row of mode 'all' chooses the basis: with both rates by kind of income, without any by mode.
alter table withholding_rate add constraint withholding_rate_mode_check
  check (mode in ('share-capital', 'mobile', 'loan', 'hospital-bill', 'all'));
alter table withholding_rate add constraint withholding_rate_points_check check (
  case when mode = 'all' then (basis_points is null) = (interest_basis_points is null)
    else basis_points is not null and interest_basis_points is null end);

-- Each mode's tax has a rate on the dividend on shares and one on interest. By mode they are equal.
alter table dividend_tax
  add column basis text not null default 'mode' check (basis in ('mode', 'kind')),
  add column interest_basis_points smallint check (interest_basis_points between 0 and 4999);
update dividend_tax set interest_basis_points = basis_points;
alter table dividend_tax alter column interest_basis_points set not null,
  alter column basis drop default,
  add constraint dividend_tax_by_mode
    check (basis = 'kind' or interest_basis_points = basis_points);

-- The rates of each member's dividend by mode, with the income that they are applied to.
create view dividend_member_rate as
  select e.dividend_id, e.member_id, t.mode, t.basis, t.basis_points, t.interest_basis_points,
    e.on_share_capital_cents, e.on_deposits_cents
  from dividend_entitlement e join dividend_tax t on t.dividend_id = e.dividend_id;

-- The tax on a part: the member's rate over both kinds, to the nearest cent with half a cent up.
create function dividend_part_tax(amount bigint, on_shares bigint, on_deposits bigint,
  share_points int, interest_points int) returns bigint language sql immutable as $$
  select case when share_points = interest_points
    then (amount * share_points * 2 + 10000) / 20000
    else div(
      amount::numeric * (on_shares::numeric * share_points + on_deposits::numeric * interest_points)
        * 2 + (on_shares::numeric + on_deposits) * 10000,
      (on_shares::numeric + on_deposits) * 20000)::bigint end
$$;

-- The least amount that leaves a net after tax.
create function dividend_part_gross(net bigint, on_shares bigint, on_deposits bigint,
  share_points int, interest_points int) returns bigint language sql immutable as $$
  select case when share_points = interest_points
    then (net * 10000 - 5000) / (10000 - share_points) + 1
    else div(
      (net::numeric * 10000 - 5000) * (on_shares::numeric + on_deposits),
      on_shares::numeric * (10000 - share_points)
        + on_deposits::numeric * (10000 - interest_points))::bigint + 1 end
$$;

-- Which part of a tax is on the dividend on shares; the rest is on interest.
create function dividend_share_tax(tax bigint, on_shares bigint, on_deposits bigint,
  share_points int, interest_points int) returns bigint language sql immutable as $$
  select case when share_points = interest_points
    then (tax * on_shares * 2 + on_shares + on_deposits) / ((on_shares + on_deposits) * 2)
    else div(
      tax::numeric * on_shares * share_points * 2
        + on_shares::numeric * share_points + on_deposits::numeric * interest_points,
      (on_shares::numeric * share_points + on_deposits::numeric * interest_points) * 2
    )::bigint end
$$;

grant select on dividend_member_rate to akiba_app;
