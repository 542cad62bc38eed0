import * as z from "zod/mini";
import { entitlementOf, type Holdings } from "#shared/dividend-entitlement.ts";
import { taxOn } from "#shared/dividend-tax.ts";
import { type Cents, cents, ZERO_CENTS } from "#shared/money.ts";
import { splitModes } from "#shared/split-modes.ts";
import { taxOf, taxRows, taxRowsInSql } from "#server/payouts/queue/tax-rows.ts";
import { type Snapshot, statement } from "#server/kernel/platform/database.ts";
import { bigCents, textCents } from "#server/kernel/platform/row-fields.ts";
import { holdingsInSql } from "./entitled-members-sql.ts";

const findHoldings = statement({
  name: "dividend-holdings-of-member",
  text: `with d as (
      select make_date($2::int, 1, 1) as first, make_date($2, 12, 31) as last
    ), ${holdingsInSql("$1")}
    select share_capital::bigint, opening::bigint, months::text[] from holdings`,
  row: z.object({ share_capital: bigCents, opening: bigCents, months: z.array(textCents) }),
});

const noDeposits: readonly Cents[] = Array.from({ length: 13 }, () => ZERO_CENTS);

/** Returns what a member holds in a year so far, as a dividend for it is calculated from. */
export async function holdingsIn(
  snapshot: Snapshot,
  memberId: bigint,
  year: number,
): Promise<Holdings> {
  const found = await snapshot.first(findHoldings, [memberId, year]);
  if (found === null) return { shareCapital: ZERO_CENTS, deposits: noDeposits };
  return { shareCapital: found.share_capital, deposits: [found.opening, ...found.months] };
}

const findTerms = statement({
  name: "dividend-terms-latest",
  text: `select d.year, d.share_rate_bp, d.deposit_rate_bp, d.weights, d.default_mode,
      ${taxRowsInSql}
    from dividend d where d.state in ('posted', 'locked', 'paid') order by d.year desc limit 1`,
  row: z.object({
    year: z.int(),
    share_rate_bp: z.int(),
    deposit_rate_bp: z.int(),
    weights: z.array(z.int()),
    default_mode: z.enum(splitModes),
    tax: taxRows,
  }),
});

/** The terms of a dividend, by which another year's is estimated. */
export type DividendTerms = z.infer<typeof findTerms.row>;

/** Returns the terms of the latest dividend that is in the books; null if there is none. */
export function latestTerms(snapshot: Snapshot): Promise<DividendTerms | null> {
  return snapshot.first(findTerms);
}

/** A dividend with the tax on it. */
export interface LikelyDividend {
  readonly gross: Cents;
  readonly tax: Cents;
  readonly net: Cents;
}

/**
 * Returns the dividend on holdings by the terms of another year, and the tax on it if the whole of
 * it goes by that year's default mode, as that of a member who chooses nothing.
 */
export function likelyDividend(terms: DividendTerms, holdings: Holdings): LikelyDividend {
  const rates = {
    shareCapital: BigInt(terms.share_rate_bp),
    deposits: BigInt(terms.deposit_rate_bp),
  };
  const entitled = entitlementOf(holdings, rates, terms.weights);
  const { gross } = entitled;
  const rate = taxOf(terms.tax, entitled)[terms.default_mode];
  // A rate by kind of income is a share of the dividend: without a dividend there is no rate.
  const tax = gross === 0n ? ZERO_CENTS : taxOn(gross, rate);
  return { gross, tax, net: cents(gross - tax) };
}
