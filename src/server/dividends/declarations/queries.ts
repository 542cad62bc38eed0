import * as z from "zod/mini";
import { dividendStates } from "#shared/contract/dividends/fields.ts";
import { weightings } from "#shared/dividend-entitlement.ts";
import { otherwisePlaces } from "#shared/dividend-part-places.ts";
import type { TaxByKind } from "#shared/dividend-tax.ts";
import type { DatedBasis, DatedTax } from "#shared/tax-in-force.ts";
import { splitModes } from "#shared/split-modes.ts";
import { windowIsOpen } from "#server/dividends/entitlement/open-window-sql.ts";
import type { MemberScope } from "#server/kernel/http/actor.ts";
import { progressColumns } from "#server/ledger/journal/posting-run.ts";
import { planOf } from "#server/payouts/queue/dividend-plan.ts";
import { taxRows, taxRowsInSql } from "#server/payouts/queue/tax-rows.ts";
import { isKept } from "#server/kernel/platform/dated-rows.ts";
import { datedTax } from "#server/payouts/queue/tax-rows.ts";
import { type Snapshot, statement } from "#server/kernel/platform/database.ts";
import { bigCents, textCents, storedDate } from "#server/kernel/platform/row-fields.ts";
import { nairobiDay, nairobiTime } from "#server/kernel/platform/nairobi.ts";

const dividendRow = z.object({
  id: z.bigint(),
  year: z.int(),
  state: z.enum(dividendStates),
  share_rate_bp: z.int(),
  deposit_rate_bp: z.int(),
  weighting: z.enum(weightings),
  weights: z.array(z.int()),
  books_closed_on: storedDate,
  agm_reference: z.string(),
  holds_arrears: z.boolean(),
  opens_on: z.string(),
  closes_on: z.string(),
  closes_at_time: z.string(),
  window_is_open: z.boolean(),
  default_mode: z.enum(splitModes),
  otherwise: z.enum(otherwisePlaces),
  tax: taxRows,
  members: z.int(),
  gross_cents: bigCents,
  prepared_by: z.string(),
  approved_by: z.nullable(z.string()),
});

export type DividendRow = z.infer<typeof dividendRow>;

const dividendColumns = `d.id, d.year, d.state, d.share_rate_bp, d.deposit_rate_bp, d.weighting,
  d.weights, d.books_closed_on, d.agm_reference, d.holds_arrears, d.default_mode, d.otherwise,
  d.prepared_by, d.approved_by, ${nairobiDay("d.opens_at")} as opens_on,
  ${nairobiDay("d.closes_at")} as closes_on,
  ${nairobiTime("d.closes_at")} as closes_at_time,
  ${windowIsOpen} as window_is_open,
  ${taxRowsInSql}`;

const withSums = `${dividendColumns}, e.members, e.gross_cents
  from dividend d cross join lateral (
    select count(*)::int as members, coalesce(sum(gross_cents), 0)::bigint as gross_cents
    from dividend_entitlement where dividend_id = d.id
  ) e`;

const findDividends = statement({
  name: "dividends",
  text: `select ${withSums} order by d.year desc, d.id desc`,
  row: dividendRow,
});

/** Every dividend that was ever prepared, the latest year first. */
export function dividends(snapshot: Snapshot): Promise<DividendRow[]> {
  return snapshot.rows(findDividends);
}

const findDividend = statement({
  name: "dividend-of-year",
  text: `select ${withSums} where d.year = $1 and d.state <> 'withdrawn'`,
  row: dividendRow,
});

/** The dividend of a year; null if none is prepared. */
export function dividendOf(snapshot: Snapshot, year: number): Promise<DividendRow | null> {
  return snapshot.first(findDividend, [year]);
}

const findTotals = statement({
  name: "dividend-totals",
  text: `select coalesce(sum(on_share_capital_cents), 0)::bigint as on_share_capital,
      coalesce(sum(on_deposits_cents), 0)::bigint as on_deposits,
      coalesce(sum(held_cents), 0)::bigint as held,
      count(*) filter (where m.mobile_number = '' and not paid_at_bank(m.id))::int as no_mobile,
      count(*) filter (where m.mobile_number <> '' and m.mobile_confirmed_at is null
        and not paid_at_bank(m.id))::int as unconfirmed_mobile,
      count(*) filter (where held_cents > 0)::int as in_arrears,
      coalesce(md5(string_agg(concat_ws(' ', member_id, on_share_capital_cents,
        on_deposits_cents, held_cents), ',' order by member_id)), '') as print
    from dividend_entitlement e join member m on m.id = e.member_id where e.dividend_id = $1`,
  row: z.object({
    on_share_capital: bigCents,
    on_deposits: bigCents,
    held: bigCents,
    no_mobile: z.int(),
    unconfirmed_mobile: z.int(),
    in_arrears: z.int(),
    /** A digest of every member's figures. */
    print: z.string(),
  }),
});

const findBefore = statement({
  name: "dividend-before",
  text: `select coalesce(sum(b.last_year_cents), 0)::bigint as last_year,
      count(*) filter (where b.last_year_cents > 0)::int as last_year_members,
      count(*) filter (where b.last_year_cents > 0 and e.member_id is null)::int as none_now,
      coalesce(sum(b.same_year_cents), 0)::bigint as same_year,
      count(*) filter (where b.same_year_cents > 0)::int as same_year_members
    from dividend_before b left join dividend_entitlement e using (dividend_id, member_id)
    where b.dividend_id = $1`,
  row: z.object({
    last_year: bigCents,
    last_year_members: z.int(),
    none_now: z.int(),
    same_year: bigCents,
    same_year_members: z.int(),
  }),
});

const someone = { member_no: z.string(), full_name: z.string() };

const personRow = z.object({
  ...someone,
  has_mobile: z.boolean(),
  on_share_capital_cents: bigCents,
  on_deposits_cents: bigCents,
  gross_cents: bigCents,
  last_year_cents: bigCents,
});

export type SomeoneRow = Pick<z.infer<typeof personRow>, "member_no" | "full_name">;

const people = (name: string, where: string, order: string) =>
  statement({
    name: `dividend-${name}`,
    text: `select m.member_no, m.full_name, m.mobile_number <> '' as has_mobile,
        e.on_share_capital_cents, e.on_deposits_cents, e.gross_cents,
        coalesce(b.last_year_cents, 0) as last_year_cents
      from dividend_entitlement e join member m on m.id = e.member_id
        left join dividend_before b using (dividend_id, member_id)
      where e.dividend_id = $1 and ${where} order by ${order} limit 20`,
    row: personRow,
  });

const findLargest = people("largest", "true", "e.gross_cents desc, m.member_no");
const findUnpayable = people(
  "unpayable",
  "m.mobile_confirmed_at is null and not paid_at_bank(m.id)",
  "m.member_no",
);

const findChanged = statement({
  name: "dividend-changed",
  text: `select m.member_no, m.full_name, b.last_year_cents,
      coalesce(e.gross_cents, 0) as gross_cents
    from dividend_before b left join dividend_entitlement e using (dividend_id, member_id)
      join member m on m.id = b.member_id
    where b.dividend_id = $1 and b.last_year_cents > 0
      and coalesce(e.gross_cents, 0) <> b.last_year_cents
    order by abs(coalesce(e.gross_cents, 0) - b.last_year_cents) desc, m.member_no limit 20`,
  row: z.object({ ...someone, last_year_cents: bigCents, gross_cents: bigCents }),
});

/** The content of a preview, apart from the declaration itself. */
export async function previewOf(
  snapshot: Snapshot,
  { id, state }: Pick<DividendRow, "id" | "state">,
) {
  const totals = await snapshot.first(findTotals, [id]);
  const before = await snapshot.first(findBefore, [id]);
  if (totals === null || before === null) throw new Error("sums are always one row");
  return {
    totals,
    before,
    plan: await planOf(snapshot, id, state),
    largest: await snapshot.rows(findLargest, [id]),
    changed: await snapshot.rows(findChanged, [id]),
    unpayable: await snapshot.rows(findUnpayable, [id]),
  };
}

export type Preview = Awaited<ReturnType<typeof previewOf>>;

const findProgress = statement({
  name: "dividend-progress",
  text: `select d.state, ${progressColumns("d.year")},
      (select count(*)::int from dividend_entitlement where dividend_id = d.id) as of
    from dividend d where d.year = $1 and d.state <> 'withdrawn'`,
  row: z.object({
    state: z.enum(dividendStates),
    done: z.int(),
    of: z.int(),
    is_running: z.boolean(),
  }),
});

/**
 * The progress of a posting or payment of a year, visible to others before any of it is committed.
 */
export function progressOf(snapshot: Snapshot, year: number) {
  return snapshot.first(findProgress, [year]);
}

const sumRow = z.object({
  ...dividendRow.shape,
  share_capital_cents: bigCents,
  opening_cents: bigCents,
  month_cents: z.array(textCents),
  on_share_capital_cents: bigCents,
  on_deposits_cents: bigCents,
  held: z.array(z.object({ loanNo: z.string(), cents: z.int() })),
});

export type SumRow = z.infer<typeof sumRow>;

const findSums = statement({
  name: "dividend-sums",
  text: `select ${dividendColumns}, 1 as members, e.gross_cents, e.share_capital_cents,
      e.opening_cents, e.month_cents::text[], e.on_share_capital_cents, e.on_deposits_cents,
      (select coalesce(json_agg(json_build_object('loanNo', l.loan_no, 'cents', h.amount_cents)
          order by l.id), '[]')
        from dividend_held h join loan l on l.id = h.loan_id
        where h.dividend_id = d.id and h.member_id = e.member_id) as held
    from member m join dividend_entitlement e on e.member_id = m.id
      join dividend d on d.id = e.dividend_id and d.state in ('posted', 'locked', 'paid')
    where m.member_no = $1 order by d.year desc`,
  row: sumRow,
});

/** A member's posted dividends, with the figures each was calculated from; the latest first. */
export function sumsOf(snapshot: Snapshot, { memberNo }: MemberScope): Promise<SumRow[]> {
  return snapshot.rows(findSums, [memberNo]);
}

const findRates = statement({
  name: "dividend-tax-rates",
  text: `select mode, effective_from, basis_points, interest_basis_points from withholding_rate r
    where ${isKept(datedTax, "r")}
    order by id`,
  row: z.object({
    mode: z.enum([...splitModes, "all"]),
    effective_from: storedDate,
    basis_points: z.nullable(z.int()),
    interest_basis_points: z.nullable(z.int()),
  }),
});

/** Every dated rate of a mode, and every dated choice of the basis. */
export interface DatedRates {
  readonly modes: readonly DatedTax[];
  readonly bases: readonly DatedBasis[];
}

/** All rates of withholding tax ever set, except those withdrawn before their day. */
export async function taxRates(snapshot: Snapshot): Promise<DatedRates> {
  const modes: DatedTax[] = [];
  const bases: DatedBasis[] = [];
  for (const row of await snapshot.rows(findRates)) {
    const effectiveFrom = row.effective_from;
    const { mode, basis_points: points, interest_basis_points: interest } = row;
    if (mode !== "all") modes.push({ mode, effectiveFrom, basisPoints: BigInt(points ?? 0) });
    else bases.push({ effectiveFrom, kinds: kindsOf(points, interest) });
  }
  return { modes, bases };
}

function kindsOf(onShares: number | null, onInterest: number | null): TaxByKind | null {
  if (onShares === null || onInterest === null) return null;
  return { onShares: BigInt(onShares), onInterest: BigInt(onInterest) };
}
