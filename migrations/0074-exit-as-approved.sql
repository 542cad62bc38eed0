-- Why: balances change between the approval of an exit and its payment, so a refund was paid that
-- nobody had approved. What was approved is now kept, and only that is paid: after a change the
-- exit is approved again.

alter table member_exit
  -- The refund and each figure behind it as the approver saw them. Null before approval, and for
  -- exits approved before this was kept, which are approved again before they are paid.
  add column approved_refund_cents bigint check (approved_refund_cents >= 0),
  add column approved_facts jsonb,
  add check ((approved_refund_cents is null) = (approved_facts is null)),
  add constraint member_exit_as_approved check (refund_cents = approved_refund_cents);

create or replace function member_exit_keeps_its_life() returns trigger language plpgsql as $$
begin
  if new.state <> old.state and (old.state, new.state) not in (
    ('asked', 'approved'), ('asked', 'withdrawn'), ('approved', 'withdrawn'), ('approved', 'paid')
  ) or (new.member_id, new.reason, new.shares_to, new.asked_by, new.asked_at, new.due_on)
    is distinct from
    (old.member_id, old.reason, old.shares_to, old.asked_by, old.asked_at, old.due_on)
    -- It is approved again only while it waits to be paid, and only with other figures.
    or old.approved_by is not null
      and (new.approved_by, new.approved_at, new.approved_refund_cents, new.approved_facts)
        is distinct from
        (old.approved_by, old.approved_at, old.approved_refund_cents, old.approved_facts)
      and (new.state <> 'approved' or new.approved_facts is not distinct from old.approved_facts)
    or new.state in ('approved', 'paid') and new.state <> old.state and new.approved_facts is null
    or old.state in ('paid', 'withdrawn') then
    raise exception 'exit % cannot go from % to % or be made another',
      old.id, old.state, new.state
      using errcode = 'check_violation', constraint = 'member_exit_life';
  end if;
  return new;
end
$$;
