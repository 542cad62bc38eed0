-- Why: whether a loan concerns a person was asked of each member on the register: 102 ms with
-- 20,000 members, for each receipt of a repayment. It is asked of one member now. PostgreSQL plans
-- the statement of an SQL function at each call that it cannot merge into the calling statement,
-- which took more than half a millisecond at each lock of an account. In PL/pgSQL it is planned
-- once for a connection.
-- Expands: an older program calls the same functions.

create or replace function akiba_loan_concerns(loan bigint, actor text) returns boolean
  language plpgsql stable as $$
declare
  person text := akiba_person(actor);
  own bigint;
begin
  if person not like 'member:%' then
    return false;
  end if;
  select m.id into own from member m where m.member_no = substr(person, length('member:') + 1);
  return exists (select from loan l where l.id = loan and l.member_id = own)
    or exists (select from guarantee g where g.loan_id = loan and g.guarantor_id = own
      and (g.state in ('asked', 'accepted') or g.settled_at is not null));
end
$$;

create or replace function ledger_lock(codes text[], members bigint[], reference_list text[])
  returns setof ledger_account
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  return query
    with asked as (
      select * from unnest(codes, members, reference_list) as k (code, member_id, reference)
    ), found as (
      select a.id from asked k join ledger_account a
        on a.code = k.code and a.member_id = k.member_id and a.reference = k.reference
      union
      select a.id from asked k join ledger_account a
        on a.code = k.code and a.member_id is null and a.reference = k.reference
      where k.member_id is null
    )
    select a.* from ledger_account a where a.id = any (array(select id from found))
      order by a.id for no key update of a;
end
$$;

create or replace function member_owes(member bigint, beside bigint) returns bigint
  language plpgsql stable as $$
begin
  return (select coalesce(sum(greatest(0, case l.state
      when 'disbursed' then coalesce(a.balance_cents, 0) - coalesce((
        select sum(g.amount_cents) from guarantee g
        where g.loan_id = l.id and g.state = 'accepted'), 0)
      else l.total_cents - l.cover_cents end)), 0)::bigint
    from loan l left join ledger_account a on a.code = 'loan-receivable'
      and a.member_id = l.member_id and a.reference = l.loan_no
    where l.member_id = member and l.id <> beside
      and (l.state = 'disbursed'
        or (l.state in ('applied', 'approved') and l.policy_id is not null and l.id < beside)));
end
$$;
