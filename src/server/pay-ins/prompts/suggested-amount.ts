import type { CalendarDate } from "#shared/calendar-date.ts";
import type { Cents } from "#shared/money.ts";
import { wholeShillings } from "#shared/pay-in-prompts.ts";
import { coverInstalments, duesOf, repaidOf } from "#server/loans/lending/overdue-instalments.ts";

/** A loan with its balance and instalments, as it is stored. */
interface OwedLoan {
  readonly state: string;
  readonly total: Cents;
  readonly outstanding: Cents;
  readonly today: CalendarDate;
  readonly instalments: readonly {
    readonly number: number;
    readonly due_on: CalendarDate;
    readonly amount: Cents;
  }[];
}

/** The amount that a member is asked to pay on a loan. */
export interface SuggestedAmount {
  readonly amount: Cents;
  /** The same in whole shillings, as M-Pesa takes no cents. */
  readonly pay: Cents;
  readonly dueOn: CalendarDate;
  readonly isOverdue: boolean;
}

/**
 * Returns the overdue amount or, if there is none, the next one due; at most the balance. Null
 * without either.
 */
export function suggestedAmount(loan: OwedLoan): SuggestedAmount | null {
  const plan = loan.instalments.map(({ due_on: dueOn, ...one }) => ({ ...one, dueOn }));
  const covered = coverInstalments(plan, repaidOf(loan.state, loan), loan.today);
  const { next, overdue } = duesOf(covered);
  const late = covered.find(({ state }) => state === "overdue");
  const isOverdue = late !== undefined;
  const dueOn = late?.dueOn ?? next?.dueOn;
  if (dueOn === undefined) return null;
  const amount = isOverdue ? overdue : (next?.amount ?? overdue);
  const capped = amount < loan.outstanding ? amount : loan.outstanding;
  return { amount: capped, pay: wholeShillings(capped), dueOn, isOverdue };
}
