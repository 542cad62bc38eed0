import * as z from "zod/mini";
import type { DividendList } from "#shared/contract/dividends/payments.ts";
import { dividendStates } from "#shared/contract/dividends/fields.ts";
import { places } from "#shared/dividend-part-places.ts";
import { windowIsOpen } from "#server/dividends/entitlement/open-window-sql.ts";
import { isThere, lastElections, planOf } from "#server/payouts/queue/dividend-plan.ts";
import { rateOf, shareTaxInSql, taxInSql } from "#server/payouts/queue/dividend-tax-sql.ts";
import { type Snapshot, statement } from "#server/kernel/platform/database.ts";
import { bigCents } from "#server/kernel/platform/row-fields.ts";
import { nairobiDay } from "#server/kernel/platform/nairobi.ts";
import { canBeReminded } from "./reminders-sql.ts";

const findDividend = statement({
  name: "dividend-payment-of-year",
  text: `select d.id, d.year, d.state, ${windowIsOpen} as window_is_open,
      d.closes_at <= akiba_now() as has_closed
    from dividend d where d.year = $1 and d.state <> 'withdrawn'`,
  row: z.object({
    id: z.bigint(),
    year: z.int(),
    state: z.enum(dividendStates),
    window_is_open: z.boolean(),
    has_closed: z.boolean(),
  }),
});

export type PaymentRow = z.infer<typeof findDividend.row>;

/** The state of a year's dividend; null if none is prepared. */
export function dividendOf(snapshot: Snapshot, year: number): Promise<PaymentRow | null> {
  return snapshot.first(findDividend, [year]);
}

const findUptake = statement({
  name: "dividend-uptake",
  text: `with said as materialized (
      select v.member_id is not null as has_said, e.gross_cents - e.held_cents as cents,
        v.member_id is null and case when d.state in ('locked', 'paid') then not exists (
            select from dividend_exception x where x.dividend_id = $1
              and x.member_id = e.member_id and x.reason = 'paid-otherwise')
          else ${isThere("d.id", "e.member_id")} end as is_silent,
        ${canBeReminded} as can_be_reminded
      from dividend d join dividend_entitlement e on e.dividend_id = d.id
        join member m on m.id = e.member_id
        left join (${lastElections}) v on v.member_id = e.member_id
      where d.id = $1
    )
    select count(*)::int as members, count(*) filter (where has_said)::int as elected,
      count(*) filter (where is_silent)::int as silent,
      coalesce(sum(cents) filter (where is_silent), 0)::bigint as silent_amount,
      count(*) filter (where is_silent and can_be_reminded)::int as remindable,
      (select count(*)::int from dividend_exception where dividend_id = $1) as exceptions
    from said`,
  row: z.object({
    members: z.int(),
    elected: z.int(),
    silent: z.int(),
    silent_amount: bigCents,
    remindable: z.int(),
    exceptions: z.int(),
  }),
});

const modeRow = z.object({
  mode: z.enum(places),
  members: z.int(),
  parts: z.int(),
  amount: bigCents,
  tax: bigCents,
});

export type ModeRow = z.infer<typeof modeRow>;

const sumsOfMode = `r.mode, count(distinct r.member_id)::int as members,
  count(*)::int as parts, sum(r.amount_cents)::bigint as amount`;

const findChosen = statement({
  name: "dividend-chosen-by-mode",
  text: `select ${sumsOfMode}, sum(${taxInSql("r.amount_cents")})::bigint as tax
    from (${lastElections}) v join dividend_election_row r
        on (r.dividend_id, r.member_id, r.version) = ($1, v.member_id, v.version)
      cross join ${rateOf("$1", "r.member_id", "r.mode")} t
    group by r.mode order by r.mode`,
  row: modeRow,
});

const findLegs = statement({
  name: "dividend-legs-by-mode",
  text: `select ${sumsOfMode}, sum(r.tax_cents)::bigint as tax
    from dividend_leg r where r.dividend_id = $1 and r.hold_reason is null
    group by r.mode order by r.mode`,
  row: modeRow,
});

const findTaxDue = statement({
  name: "dividend-tax-due",
  text: `select t.withheld_on, t.due_on, sum(g.tax_cents)::bigint as amount
    from dividend_leg g
      join tax_withheld_day t on t.withheld_on = ${nairobiDay("g.posted_at")}
    where g.dividend_id = $1 and g.tax_cents > 0 group by 1, 2 order by 1`,
  row: z.object({ withheld_on: z.string(), due_on: z.string(), amount: bigCents }),
});

/** The members who have chosen, and each destination: as chosen so far, then as locked. */
export async function uptakeOf(snapshot: Snapshot, { id, state }: PaymentRow) {
  const counted = await snapshot.first(findUptake, [id]);
  if (counted === null) throw new Error("counts are always one row");
  const isLocked = state === "locked" || state === "paid";
  return {
    ...counted,
    byMode: await snapshot.rows(isLocked ? findLegs : findChosen, [id]),
    plan: await planOf(snapshot, id, state),
    taxDue: await snapshot.rows(findTaxDue, [id]),
  };
}

export type Uptake = Awaited<ReturnType<typeof uptakeOf>>;

const sumHeld = statement({
  name: "dividend-held-sum",
  text: `select count(*)::int as parts, coalesce(sum(amount_cents), 0)::bigint as amount
    from dividend_part_on_hold where dividend_id = $1`,
  row: z.object({ parts: z.int(), amount: bigCents }),
});

export type HeldSum = z.infer<typeof sumHeld.row>;

/** How many parts of a dividend are on hold, and their sum. */
export async function heldSumOf(snapshot: Snapshot, id: bigint): Promise<HeldSum> {
  const sum = await snapshot.first(sumHeld, [id]);
  if (sum === null) throw new Error("sums are always one row");
  return sum;
}

const listRow = z.object({
  member_no: z.string(),
  full_name: z.string(),
  national_id: z.string(),
  mobile_number: z.string(),
  reference: z.string(),
  amount: bigCents,
  tax: bigCents,
  /**
   * The share of the amount and its tax that is dividend on share capital; the rest is interest.
   */
  share_amount: bigCents,
  share_tax: bigCents,
  paid_on: z.nullable(z.string()),
});

export type ListRow = z.infer<typeof listRow>;

/** The share of a part that is dividend on share capital, to the nearest cent, half up. */
const onShares = (cents: string): string =>
  `((${cents} * e.on_share_capital_cents * 2 + e.gross_cents) / (e.gross_cents * 2))::bigint`;

// By kind of income all modes have the same rates; by mode the rates do not depend on the kind.
const legList = (name: string, reference: string, where: string) =>
  statement({
    name: `dividend-list-${name}`,
    text: `select m.member_no, m.full_name, m.national_id, g.mobile_number,
        ${reference} as reference, g.amount_cents as amount, g.tax_cents as tax,
        ${onShares("g.amount_cents")} as share_amount,
        ${shareTaxInSql("g.tax_cents")} as share_tax,
        ${nairobiDay("g.posted_at")} as paid_on
      from dividend_leg g join member m on m.id = g.member_id
        join dividend_entitlement e using (dividend_id, member_id)
        cross join ${rateOf("$1", "g.member_id", "'share-capital'")} t
      where g.dividend_id = $1 and ${where}
      order by m.member_no, g.leg_no`,
    row: listRow,
  });

const lists = {
  "withholding-tax": legList(
    "withholding-tax",
    "g.mode",
    "g.tax_cents > 0 and g.posted_at is not null",
  ),
  "hospital-bills": legList("hospital-bills", "g.bill_reference", "g.mode = 'hospital-bill'"),
  exceptions: statement({
    name: "dividend-list-exceptions",
    text: `select m.member_no, m.full_name, m.national_id, m.mobile_number,
        'on-hold:' || g.hold_reason as reference, g.amount_cents as amount, 0::bigint as tax,
        0::bigint as share_amount, 0::bigint as share_tax, null::date as paid_on
      from dividend_part_on_hold g join member m on m.id = g.member_id
      where g.dividend_id = $1
      union all
      (select m.member_no, m.full_name, m.national_id, m.mobile_number, x.reason as reference,
        x.amount_cents as amount, 0::bigint as tax, 0::bigint as share_amount,
        0::bigint as share_tax,
        ${nairobiDay("x.noticed_at")} as paid_on
      from dividend_exception x join member m on m.id = x.member_id
      where x.dividend_id = $1 order by x.id)`,
    row: listRow,
  }),
};

/** One of the lists that are exported from a locked dividend. */
export function listOf(snapshot: Snapshot, id: bigint, list: DividendList): Promise<ListRow[]> {
  return snapshot.rows(lists[list], [id]);
}
