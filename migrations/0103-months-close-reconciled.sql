-- Why: a month could close while the books of the bank or of M-Pesa differed from the statement,
-- and nobody had to know. It now takes a reason of each of the two people who close it.

alter table month_close
  -- The accounts that were not reconciled when it was prepared, as bank_unreconciled names them.
  add column unreconciled jsonb not null default '[]',
  -- Why each of the two closes the month nevertheless.
  add column unreconciled_because text not null default ''
    check (length(unreconciled_because) <= 200),
  add column approved_because text not null default '' check (length(approved_because) <= 200);

-- The accounts that are not reconciled as a day ends, in one value that can be compared.
create function bank_unreconciled_facts(as_at date) returns jsonb language sql stable as $$
  select coalesce(jsonb_agg(jsonb_build_object('account', u.account, 'cause', u.cause,
      'items', u.items, 'cents', u.difference_cents) order by u.account), '[]')
  from bank_unreconciled(as_at) u
$$;

-- The database reads the differences itself, and while no match can change. The first person gave
-- a reason for these differences: others take a new close. If all are gone, the second person need
-- say nothing.
create function month_close_is_reconciled() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  found jsonb;
begin
  if tg_op = 'UPDATE' then
    if (new.unreconciled, new.unreconciled_because)
          is distinct from (old.unreconciled, old.unreconciled_because)
        or new.approved_because <> old.approved_because
          and (old.state, new.state) <> ('prepared', 'closed') then
      raise exception 'the reasons of a close stay'
        using errcode = 'check_violation', constraint = 'month_close_life';
    end if;
    if (old.state, new.state) <> ('prepared', 'closed') then return new; end if;
  end if;
  perform from reconciled_account order by account for update;
  found := bank_unreconciled_facts((new.month + interval '1 month - 1 day')::date);
  if tg_op = 'INSERT' then new.unreconciled := found; end if;
  if found = '[]' then return new; end if;
  if new.unreconciled <> found then
    raise exception 'the differences of % are not those it was prepared with', new.month
      using errcode = 'check_violation', constraint = 'month_close_reconciled_since';
  end if;
  if btrim(new.unreconciled_because) = ''
      or tg_op = 'UPDATE' and btrim(new.approved_because) = '' then
    raise exception '% is not reconciled: %', new.month, found
      using errcode = 'check_violation', constraint = 'month_close_reconciled';
  end if;
  return new;
end
$$;
create trigger month_close_reconciled before insert or update on month_close
  for each row execute function month_close_is_reconciled();

grant insert (unreconciled_because), update (approved_because) on month_close to akiba_app;
