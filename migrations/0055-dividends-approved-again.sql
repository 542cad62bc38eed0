-- Why: the books can change between the approval of a dividend and its posting. Then nothing is
-- posted: the dividend is calculated again and goes back to be approved by a second person.

create or replace function dividend_keeps_its_life() returns trigger language plpgsql as $$
begin
  if new.state <> old.state and (old.state, new.state) not in (
    ('prepared', 'approved'), ('prepared', 'withdrawn'), ('approved', 'withdrawn'),
    ('approved', 'prepared'), ('approved', 'posted'), ('posted', 'locked'), ('locked', 'paid')
  ) or (new.year, new.share_rate_bp, new.deposit_rate_bp, new.weights, new.books_closed_on,
      new.holds_arrears, new.default_mode, new.otherwise, new.mobile_maximum_cents, new.prepared_by)
    is distinct from (old.year, old.share_rate_bp, old.deposit_rate_bp, old.weights,
      old.books_closed_on, old.holds_arrears, old.default_mode, old.otherwise,
      old.mobile_maximum_cents, old.prepared_by) then
    raise exception 'dividend % cannot go from % to % or be declared again',
      old.year, old.state, new.state
      using errcode = 'check_violation', constraint = 'dividend_life';
  end if;
  return new;
end
$$;

-- What was calculated is replaced only before it is posted.
create function dividend_figures_are_kept() returns trigger language plpgsql as $$
begin
  if exists (select from dividend where id = old.dividend_id and state <> 'prepared') then
    raise exception 'the figures of dividend % are kept', old.dividend_id
      using errcode = 'check_violation', constraint = 'dividend_figures_kept';
  end if;
  return old;
end
$$;

create trigger dividend_entitlement_kept before delete on dividend_entitlement
  for each row execute function dividend_figures_are_kept();
create trigger dividend_held_kept before delete on dividend_held
  for each row execute function dividend_figures_are_kept();
create trigger dividend_before_kept before delete on dividend_before
  for each row execute function dividend_figures_are_kept();

grant delete on dividend_entitlement, dividend_held, dividend_before to akiba_app;
