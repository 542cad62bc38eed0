import type { CalendarDate } from "#shared/calendar-date.ts";
import type { Weighting } from "#shared/dividend-entitlement.ts";
import type { Otherwise } from "#shared/dividend-hold.ts";
import type { DatedTax, SplitMode, TaxByMode } from "#shared/dividend-split.ts";
import { splitModes, taxInForce } from "#shared/dividend-split.ts";
import type { FieldError } from "#server/platform/refusal.ts";

/** What is declared of a year. */
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
  /** Where a part goes that cannot go by its mode; it is held when left out. */
  readonly otherwise?: Otherwise | undefined;
  readonly tax?: Readonly<Partial<Record<SplitMode, number | undefined>>> | undefined;
}

/** When the office closes, and with it a window of which no other time is said. */
export const CLOSING_TIME = "17:00";

/** What of a declaration cannot be, by today. */
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

/** The tax of each mode: as declared, or as it is in force when the window closes. */
export function declaredTax(declared: Declaration, rates: readonly DatedTax[]): TaxByMode {
  const inForce = taxInForce(rates, declared.closesOn);
  const given = splitModes.flatMap((mode) => {
    const rate = declared.tax?.[mode];
    return rate === undefined ? [] : [[mode, BigInt(rate)] as const];
  });
  return { ...inForce, ...Object.fromEntries(given) };
}
