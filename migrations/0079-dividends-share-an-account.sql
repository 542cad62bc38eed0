-- Why: a dividend looked at the member's dividend account and not at what other dividends still
-- need of it. With part of the money paid out in another way, each of two open dividends found
-- enough for itself, and a dividend was paid out of money that came back from M-Pesa for another.

-- The members of each dividend whose account holds it beside what comes before it: parts of paid
-- dividends that are on hold, their payments that failed, and dividends that were posted earlier,
-- are not paid and are not more than the account holds. The order is that of posting, so that no
-- step of either dividend changes it.
create view dividend_there as
  select e.dividend_id, e.member_id
  from dividend_entitlement e join dividend d on d.id = e.dividend_id
    join ledger_account a on a.member_id = e.member_id and a.code = 'dividend-payable'
      and a.reference = ''
    cross join lateral (
      select -a.balance_cents - coalesce((
        select sum((select coalesce(sum(g.amount_cents), 0) from dividend_leg g
            where g.dividend_id = o.id and g.member_id = b.member_id and g.posted_at is null)
          + (select coalesce(sum(p.amount_cents), 0) from payout p
            where p.dividend_id = o.id and p.member_id = b.member_id and p.state = 'failed'))
        from dividend_entitlement b join dividend o on o.id = b.dividend_id
        where b.member_id = e.member_id and b.dividend_id <> e.dividend_id and o.state = 'paid'
      ), 0) as cents offset 0
    ) free
  where free.cents >= e.gross_cents + coalesce((
    select sum(case when o.state = 'posted' then b.gross_cents
      else (select coalesce(sum(g.amount_cents), 0) from dividend_leg g
        where g.dividend_id = o.id and g.member_id = b.member_id) end)
    from dividend_entitlement b join dividend o on o.id = b.dividend_id
    where b.member_id = e.member_id and b.dividend_id <> e.dividend_id
      and o.state in ('posted', 'locked') and (o.posted_at, o.id) < (d.posted_at, d.id)
      and b.gross_cents <= free.cents), 0);

grant select on dividend_there to akiba_app;

drop function dividend_is_there(bigint, bigint, bigint);
