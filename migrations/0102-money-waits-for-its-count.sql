-- Why: a teller alone could receive cash that did not exist for an accomplice, who withdrew it to a
-- phone at once, long before two people counted the till. And the safe could be below zero: by the
-- reversal of a movement, or by a payment in cash that it did not hold.

-- The cash that came to a withdrawable account and is still in a till that two people have not
-- counted and handed over.
create function cash_not_counted(member bigint, account text) returns bigint language sql stable
  as $$
  select coalesce(sum(r.amount_cents), 0)::bigint
  from counter_receipt r join till t on t.id = r.till_id
  where r.member_id = member and r.destination = 'withdrawable' and r.account_reference = account
    and r.way = 'cash' and r.state = 'credited' and t.state <> 'closed'
$$;

-- The entry of a withdrawal is posted before it, under the lock of the account: what is left covers
-- the cash that nobody but its receiver has counted.
create function withdrawal_waits_for_the_count() returns trigger language plpgsql as $$
begin
  if (select -a.balance_cents from ledger_account a where a.code = 'withdrawable-deposits'
      and a.member_id = new.member_id and a.reference = new.account_no)
      < cash_not_counted(new.member_id, new.account_no) then
    raise exception 'cash of member % is not counted yet', new.member_id
      using errcode = 'check_violation', constraint = 'withdrawal_uncounted';
  end if;
  return new;
end
$$;
create trigger withdrawal_counted before insert on withdrawal
  for each row execute function withdrawal_waits_for_the_count();

-- The safe gives no more than it holds, whatever the reason.
create function safe_gives_what_it_holds() returns trigger language plpgsql as $$
begin
  raise exception 'the safe holds less'
    using errcode = 'check_violation', constraint = 'safe_not_below_zero';
end
$$;
create trigger ledger_account_safe before update of balance_cents on ledger_account
  for each row when (new.code = 'cash' and new.balance_cents < 0
    and new.balance_cents < old.balance_cents)
  execute function safe_gives_what_it_holds();
