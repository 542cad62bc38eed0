import { toWireAmount } from "#shared/money.ts";
import type { ContributionPolicy } from "#server/check-off/payroll/agreed-contributions.ts";
import type { DividendTerms } from "#server/dividends/entitlement/likely-dividend.ts";
import type { YearToCome } from "./outlook.ts";
import { blockOf, type ChangeRow, type ListedChange, type Saver } from "./queries.ts";

/** One change of a contribution, on the wire. */
export function presentChange(row: ChangeRow) {
  return {
    id: String(row.id),
    month: row.month,
    amount: toWireAmount(row.amount_cents),
    state: row.state,
    date: row.decided_on,
    time: row.decided_time,
  };
}

/** The same with its member and the amount before it. */
export function presentListed(row: ListedChange) {
  const { before_cents: before } = row;
  return {
    ...presentChange(row),
    memberNo: row.member_no,
    member: row.full_name,
    ...(before !== null && { before: toWireAmount(before) }),
  };
}

interface Standing {
  readonly saver: Saver;
  readonly policy: ContributionPolicy;
  readonly months: readonly string[];
  readonly changes: readonly ChangeRow[];
}

/** A member's contribution and what they may change, on the wire. */
export function presentStanding({ saver, policy, months, changes }: Standing) {
  return {
    blocked: blockOf(saver),
    least: toWireAmount(policy.least_cents),
    most: toWireAmount(policy.most_cents),
    ...(saver.agreed !== null && { now: toWireAmount(saver.agreed) }),
    months: [...months],
    changes: changes.map(presentChange),
  };
}

/** The forecast of each year with a contribution, on the wire. */
export function presentOutlook(terms: DividendTerms | null, years: readonly YearToCome[]) {
  return {
    ...(terms !== null && {
      ratesOf: terms.year,
      shareRate: terms.share_rate_bp,
      depositRate: terms.deposit_rate_bp,
    }),
    years: years.map(({ year, ...amounts }) => ({
      year,
      deposits: toWireAmount(amounts.deposits),
      gross: toWireAmount(amounts.gross),
      tax: toWireAmount(amounts.tax),
      net: toWireAmount(amounts.net),
      moreDeposits: toWireAmount(amounts.moreDeposits),
    })),
  };
}
