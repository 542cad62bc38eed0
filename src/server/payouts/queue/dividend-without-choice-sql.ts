import { grossInSql, rateOf, ratesIn, taxInSql } from "./dividend-tax-sql.ts";

/**
 * The parts of members who chose no destination for a dividend, as SQL; $1 is the dividend. By
 * phone: full payments, then whole shillings of the rest; the cents that M-Pesa cannot pay go to
 * share capital.
 */
export const silentParts = `select s.member_id, part.place, 'default', part.mode, part.cents,
    null::bigint, ''
  from (
    select *, cents - whole * most as last, case when goes_by_phone and last_net > 0
        then ${grossInSql("last_net", "w")} else 0 end as last_phone
    from (
      select n.*, (cents - whole * most - ${taxInSql("cents - whole * most", "n")})
          / 100 * 100 as last_net
      from (
        select e.member_id, e.gross_cents - e.held_cents as cents, ${ratesIn("t")}, most.most,
          d.default_mode = 'mobile' as goes_by_phone,
          case when d.default_mode = 'mobile' then (e.gross_cents - e.held_cents) / most.most
            else 0 end as whole
        from dividend d join dividend_entitlement e on e.dividend_id = d.id
          cross join ${rateOf("d.id", "e.member_id", "'mobile'")} t
          cross join lateral (
            select ${grossInSql("d.mobile_maximum_cents / 100 * 100")} as most offset 0
          ) most
        where d.id = $1 and not exists (select from dividend_election v
          where v.dividend_id = $1 and v.member_id = e.member_id)
        offset 0
      ) n offset 0
    ) w offset 0
  ) s cross join lateral (
    select i as place, 'mobile' as mode, s.most as cents from generate_series(1, s.whole) i
    union all
    values (s.whole + 1, 'mobile', s.last_phone),
      (s.whole + 2, 'share-capital', s.last - s.last_phone)
  ) as part
  where part.cents > 0`;
