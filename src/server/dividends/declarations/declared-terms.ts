import type { CalendarDate } from "#shared/calendar-date.ts";
import type { Weighting } from "#shared/dividend-entitlement.ts";
import type { Otherwise } from "#shared/dividend-part-places.ts";
import type { SplitMode } from "#shared/split-modes.ts";
import type { TaxBasis } from "#shared/tax-in-force.ts";
import { kindsInForce, taxInForce } from "#shared/tax-in-force.ts";
import { splitModes } from "#shared/split-modes.ts";
import { type Cents, formatMoney } from "#shared/money.ts";
import { factsOfPlan } from "#server/payouts/queue/dividend-plan.ts";
import type { FieldError, ShownFact } from "#server/kernel/platform/problem.ts";
import type { DatedRates, DividendRow, Preview } from "./queries.ts";

/** The declaration for a year. */
export interface Declaration {
  readonly year: number;
  readonly shareRateBasisPoints: number;
  readonly depositRateBasisPoints: number;
  readonly weighting: Weighting;
  readonly booksClosedOn: CalendarDate;
  readonly agmReference: string;
  readonly holdArrears: boolean;
  readonly opensOn: CalendarDate;
  readonly closesOn: CalendarDate;
  readonly closesAt?: string | undefined;
  readonly defaultMode: SplitMode;
  /** The destination of a part that cannot go by its mode; it is held by default. */
  readonly otherwise?: Otherwise | undefined;
  readonly tax?: Readonly<Partial<Record<SplitMode, number | undefined>>> | undefined;
}

/** The invalid values of a declaration, as of today. */
export function faultsOf(declared: Declaration, today: CalendarDate): FieldError[] {
  const { year, booksClosedOn, opensOn, closesOn, defaultMode } = declared;
  const yearEnd = `${year}-12-31` as CalendarDate;
  if (year < 2000 || yearEnd >= today) return [{ field: "year", problem: "year.form" }];
  const faults: FieldError[] = [];
  if (booksClosedOn < yearEnd || booksClosedOn > today) {
    faults.push({ field: "booksClosedOn", problem: "books.form" });
  }
  if (closesOn < opensOn) faults.push({ field: "closesOn", problem: "date.order" });
  else if (closesOn < today) faults.push({ field: "closesOn", problem: "date.past" });
  if (defaultMode !== "share-capital" && defaultMode !== "mobile") {
    faults.push({ field: "defaultMode", problem: "split.mode" });
  }
  return faults;
}

/** The tax of a mode as declared: its rates on the dividend on shares and on interest. */
export interface DeclaredTax {
  readonly mode: SplitMode;
  readonly basis: TaxBasis;
  readonly onShares: number;
  readonly onInterest: number;
}

/** Returns the modes with their own tax, although tax goes by kind of income on that day. */
export function taxFaults({ tax = {}, closesOn }: Declaration, rates: DatedRates): FieldError[] {
  if (kindsInForce(rates.bases, closesOn) === null) return [];
  return splitModes
    .filter((mode) => tax[mode] !== undefined)
    .map((mode) => ({ field: `tax.${mode}`, problem: "tax.by-kind" }));
}

/** Returns the tax of each mode: as declared, or as in force when the window closes. */
export function declaredTax({ tax, closesOn }: Declaration, rates: DatedRates): DeclaredTax[] {
  const kinds = kindsInForce(rates.bases, closesOn);
  const inForce = taxInForce(rates.modes, closesOn);
  return splitModes.map((mode) => {
    const byMode = tax?.[mode] ?? Number(inForce[mode]);
    if (kinds === null) return { mode, basis: "mode", onShares: byMode, onInterest: byMode };
    const { onShares, onInterest } = kinds;
    return { mode, basis: "kind", onShares: Number(onShares), onInterest: Number(onInterest) };
  });
}

/** Returns what a person is shown of a dividend before it is posted, as facts to compare. */
export function factsOf(dividend: DividendRow, { totals, before, plan }: Preview): ShownFact[] {
  const terms = [
    dividend.id,
    dividend.share_rate_bp,
    dividend.deposit_rate_bp,
    dividend.weighting,
    dividend.books_closed_on,
    dividend.closes_on,
    dividend.closes_at_time,
    dividend.default_mode,
    dividend.otherwise,
    ...dividend.tax.map((tax) => `${tax.basis} ${tax.basisPoints} ${tax.interestBasisPoints}`),
    dividend.approved_by ?? "",
  ];
  const sums = (members: number, amount: Cents) => `${members}, ${formatMoney(amount)}`;
  return [
    { name: "terms", value: terms.join(" ") },
    { name: "gross", value: sums(dividend.members, dividend.gross_cents) },
    { name: "figures", value: totals.print },
    { name: "held", value: sums(totals.in_arrears, totals.held) },
    { name: "last-year", value: sums(before.last_year_members, before.last_year) },
    { name: "same-year", value: sums(before.same_year_members, before.same_year) },
    ...factsOfPlan(plan),
  ];
}
