import type { CalendarDate } from "#shared/calendar-date.ts";
import { addCents, type Cents, cents, ZERO_CENTS } from "#shared/money.ts";

/** The amounts due on a loan on a day. */
export interface Instalment {
  readonly number: number;
  readonly dueOn: CalendarDate;
  readonly amount: Cents;
}

export interface CoveredInstalment extends Instalment {
  readonly covered: Cents;
  readonly state: "paid" | "partly-paid" | "due" | "overdue";
}

/**
 * Covers instalments with the repayments so far, the oldest first. An instalment that is not
 * covered in full is overdue from the day after it was due, even if partly covered.
 * `uncoveredInstalments` and `isOverdue` do the same in SQL, for the loans of many members.
 */
export function coverInstalments(
  instalments: readonly Instalment[],
  paid: Cents,
  today: CalendarDate,
): CoveredInstalment[] {
  let left: bigint = paid > 0n ? paid : 0n;
  return instalments.map((instalment) => {
    const covered = cents(left < instalment.amount ? left : instalment.amount);
    left -= covered;
    return { ...instalment, covered, state: stateOf(instalment, covered, today) };
  });
}

function stateOf({ amount, dueOn }: Instalment, covered: Cents, today: CalendarDate) {
  if (covered === amount) return "paid";
  if (dueOn < today) return "overdue";
  return covered > 0n ? "partly-paid" : "due";
}

/** The borrower's next payment. */
export interface Dues {
  /** The first instalment from today on that is not covered in full; null if there is none. */
  readonly next: { readonly dueOn: CalendarDate; readonly amount: Cents } | null;
  /** The amount that should have been paid before today. */
  readonly overdue: Cents;
}

/** Returns the next payment and the overdue amount, from instalments already covered. */
export function duesOf(instalments: readonly CoveredInstalment[]): Dues {
  const late = instalments.filter(({ state }) => state === "overdue");
  const next = instalments.find(({ state }) => state === "due" || state === "partly-paid");
  return {
    next: next === undefined ? null : { dueOn: next.dueOn, amount: uncovered(next) },
    overdue: addCents(...late.map(uncovered)),
  };
}

function uncovered({ amount, covered }: CoveredInstalment): Cents {
  return cents(amount - covered);
}

/** The repaid amount of a loan: zero before it was paid out. */
export function repaidOf(
  state: string,
  { total, outstanding }: { readonly total: Cents; readonly outstanding: Cents },
): Cents {
  const wasPaidOut = state === "disbursed" || state === "settled";
  return wasPaidOut ? cents(total - outstanding) : ZERO_CENTS;
}
