import type { CalendarDate } from "#shared/calendar-date.ts";
import type { Holdings } from "#shared/dividend-entitlement.ts";
import { addCents, type Cents, cents, negateCents, ZERO_CENTS } from "#shared/money.ts";
import {
  type DividendTerms,
  type LikelyDividend,
  likelyDividend,
} from "#server/dividends/entitlement/likely-dividend.ts";

/** A month still to be deducted, by its first day. */
export interface MonthToCome {
  readonly month: CalendarDate;
  /** The amount that the employer deducts for savings if nothing is changed. */
  readonly usual: Cents;
  /** The month from which that is agreed; null if it is only what was deducted before. */
  readonly since: CalendarDate | null;
}

/** A contribution that a member considers. */
export interface Considered {
  readonly month: CalendarDate;
  readonly amount: Cents;
}

interface Saving {
  readonly terms: DividendTerms | null;
  /** The member's money in the current year so far. */
  readonly holdings: Holdings;
  readonly year: number;
  /** The months to come until the end of the next year, earliest first. */
  readonly months: readonly MonthToCome[];
}

/** One year as it would end. */
export interface YearToCome extends LikelyDividend {
  readonly year: number;
  readonly deposits: Cents;
  readonly moreDeposits: Cents;
}

/**
 * Returns the forecast of this year and the next with a contribution, if each month is deducted
 * once and nothing else is paid in or out. Includes how much more is saved than without the change.
 */
export function outlookOf(saving: Saving, considered: Considered): YearToCome[] {
  const changed = yearsOf(saving, (month) => amountIn(month, considered));
  const unchanged = yearsOf(saving, ({ usual }) => usual);
  return changed.map((one, index) => {
    const without = unchanged[index]?.deposits ?? ZERO_CENTS;
    return { ...one, moreDeposits: addCents(one.deposits, negateCents(without)) };
  });
}

/** A change agreed for a later month stays: from then on its amount counts. */
function amountIn({ month, usual, since }: MonthToCome, considered: Considered): Cents {
  const isReplaced = month < considered.month || (since !== null && since > considered.month);
  return isReplaced ? usual : considered.amount;
}

type Year = Omit<YearToCome, "moreDeposits">;

const none: LikelyDividend = { gross: ZERO_CENTS, tax: ZERO_CENTS, net: ZERO_CENTS };

function yearsOf(
  { terms, holdings, year, months }: Saving,
  amountOf: (month: MonthToCome) => Cents,
): Year[] {
  const deductedIn = (month: string) =>
    addCents(...months.filter((one) => one.month.startsWith(month)).map(amountOf));
  const [opening = ZERO_CENTS, ...sofar] = holdings.deposits;
  const years: Year[] = [];
  let before = opening;
  for (const next of [year, year + 1]) {
    const changes = sofar.map((paid, index) => {
      const deducted = deductedIn(`${next}-${String(index + 1).padStart(2, "0")}-`);
      return next === year ? addCents(paid, deducted) : deducted;
    });
    const held = { shareCapital: holdings.shareCapital, deposits: [before, ...changes] };
    before = cents(addCents(before, ...changes));
    years.push({
      year: next,
      deposits: before,
      ...(terms === null ? none : likelyDividend(terms, held)),
    });
  }
  return years;
}
