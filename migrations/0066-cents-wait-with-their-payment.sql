-- Why: of a dividend that waits for a confirmed number, the cents that M-Pesa cannot pay went to
-- share capital at once, which nobody can take back. They now wait with the payment that they are
-- left over from, and the office and the member see one part.

create view dividend_part_on_hold as
  select g.dividend_id, g.member_id, g.leg_no, g.mode, g.hold_reason,
    g.amount_cents + coalesce(rest.amount_cents, 0) as amount_cents,
    g.tax_cents + coalesce(rest.tax_cents, 0) as tax_cents
  from dividend_leg g
    left join dividend_leg rest on rest.dividend_id = g.dividend_id
      and rest.member_id = g.member_id and rest.leg_no = g.leg_no + 1
      and g.source = 'default' and g.mode = 'mobile'
      and rest.source = 'default' and rest.mode = 'share-capital' and rest.hold_reason is not null
  where g.hold_reason is not null
    and not (g.source = 'default' and g.mode = 'share-capital' and exists (
      select from dividend_leg phone
      where phone.dividend_id = g.dividend_id and phone.member_id = g.member_id
        and phone.leg_no = g.leg_no - 1 and phone.source = 'default' and phone.mode = 'mobile'
        and phone.hold_reason is not null));

grant select on dividend_part_on_hold to akiba_app;
