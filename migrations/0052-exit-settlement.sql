-- Why: once an exit was paid, its page showed what the member held afterwards, which is nothing.
-- What was settled is now kept as it was paid, account by account, for the page and the voucher.

alter table member_exit
  -- Withdrawable accounts and loans as they were settled: kind, reference, purpose and cents, as
  -- text. A loan that was overpaid is negative. Null before payment and for older exits.
  add column settled jsonb,
  -- The share capital that the member held, passed on or not.
  add column held_shares_cents bigint check (held_shares_cents >= shares_cents),
  add column fees_cents bigint not null default 0 check (fees_cents >= 0),
  add column tax_cents bigint not null default 0 check (tax_cents >= 0),
  drop constraint member_exit_refund,
  add constraint member_exit_refund check (refund_cents =
    deposits_cents + withdrawable_cents + dividend_cents - loans_cents - fees_cents - tax_cents),
  add constraint member_exit_settled check (settled is null or state = 'paid');

-- The figures of a paid exit are those of its accounts: no row is kept whose parts differ from it.
create function member_exit_adds_up() returns trigger language plpgsql as $$
declare
  loans numeric;
  accounts numeric;
begin
  select coalesce(sum((s ->> 'cents')::bigint) filter (where s ->> 'kind' = 'loan'), 0),
      coalesce(sum((s ->> 'cents')::bigint) filter (where s ->> 'kind' = 'account'), 0)
    into loans, accounts from jsonb_array_elements(new.settled) s;
  if new.settled is null or new.held_shares_cents is null
      or loans <> new.loans_cents or accounts <> new.withdrawable_cents then
    raise exception 'the accounts of exit % do not add up', new.id
      using errcode = 'check_violation', constraint = 'member_exit_adds_up';
  end if;
  return null;
end
$$;

create trigger member_exit_figures after update of state on member_exit for each row
  when (new.state = 'paid') execute function member_exit_adds_up();
