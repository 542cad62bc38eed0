import type * as z from "zod/mini";
import type { policyInForce } from "#shared/contract/loans/instant-loans.ts";
import {
  type CheaperLoan,
  cheaperLoan,
  type LoanPrice,
  type LoanQuote,
  quoteLoan,
} from "#shared/instant-loan.ts";
import {
  type Cents,
  isWholeShillings,
  fromWireAmount,
  parseTypedAmount,
  parseTypedForLimit,
  wholeShillingsOf,
} from "#shared/money.ts";
import { writeAmount } from "#web/common/typed-amount.ts";

export type Policy = z.output<typeof policyInForce.answer>;

/** The only product, by its name on the wire. */
export const CATEGORY = "Instant";

/** The fields of the form as typed. */
export interface Typed {
  readonly amount: string;
  readonly period: string;
}

/** The figures that are known from the input so far. */
export interface Figures {
  readonly principal: Cents;
  readonly fee: Cents;
  readonly total: Cents;
  /** Absent until the months are chosen. */
  readonly quote: LoanQuote | null;
}

/** Why the input is not a valid loan; the page has the texts. */
export type Problem =
  | { readonly why: "required" }
  | { readonly why: "between"; readonly min: string; readonly max: string }
  | { readonly why: "amount.form" | "pay-in.whole" | "period.form" };

/** Returns the pricing of a policy from the server's answer. */
export function priceOf({ feeTiers }: Policy): LoanPrice {
  return {
    tiers: feeTiers.map(({ upTo, flatFee, rateBasisPoints }) => ({
      upTo: upTo === undefined ? null : fromWireAmount(upTo),
      flatFee: fromWireAmount(flatFee),
      rateBasisPoints: BigInt(rateBasisPoints),
    })),
  };
}

/**
 * Returns the figures for the input, even for an amount that the society does not lend, so that its
 * cost can be compared; null without an amount.
 */
export function figuresOf(policy: Policy, { amount, period }: Typed): Figures | null {
  const principal = parseTypedAmount(amount);
  const whole = principal && quoteOrNone(principal, 1, policy);
  if (!principal || !whole) return null;
  const quote =
    periodProblem(policy, period) === null ? quoteOrNone(principal, Number(period), policy) : null;
  return { principal, fee: whole.fee, total: whole.total, quote };
}

/** Returns the problems that make the figures incomplete; empty if they are complete. */
export function problemsIn(policy: Policy, typed: Typed): Partial<Record<keyof Typed, Problem>> {
  const amount = amountProblem(policy, typed.amount);
  const period = periodProblem(policy, typed.period);
  if (amount || period) return { ...(amount && { amount }), ...(period && { period }) };
  // There are so many months that rounding would leave nothing for the last one.
  return figuresOf(policy, typed)?.quote ? {} : { period: { why: "period.form" } };
}

/** Whether the society lends an amount of this size. */
export function isLent(policy: Policy, amount: string): boolean {
  return amountProblem(policy, amount) === null;
}

/** Returns a larger amount that costs less, if the member may borrow it; null if there is none. */
export function cheaperThan(
  policy: Policy,
  { principal }: Figures,
  most: Cents,
): CheaperLoan | null {
  const limit = fromWireAmount(policy.maximum);
  return cheaperLoan(principal, priceOf(policy), most < limit ? most : limit);
}

/** Returns the rate an amount is charged if the rate is the whole fee; else null. */
export function rateOf(policy: Policy, principal: Cents): string | null {
  const tier = priceOf(policy).tiers.find(({ upTo }) => upTo === null || principal <= upTo);
  if (!tier || tier.flatFee > 0n || tier.rateBasisPoints === 0n) return null;
  return String(Number(tier.rateBasisPoints) / 100);
}

/** Returns the months that a policy lends for, fewest first. */
export function monthsOf({ minMonths, maxMonths }: Policy): number[] {
  return Array.from({ length: maxMonths - minMonths + 1 }, (_, index) => minMonths + index);
}

/** Returns the maximum that may be borrowed, in whole shillings, as M-Pesa pays them. */
export function mostOf({ most }: { readonly most: number }): Cents {
  return wholeShillingsOf(fromWireAmount(most));
}

function amountProblem({ minimum, maximum }: Policy, typed: string): Problem | null {
  if (typed.trim() === "") return { why: "required" };
  const amount = parseTypedForLimit(typed);
  if (amount === null) return { why: "amount.form" };
  if (!isWholeShillings(amount)) return { why: "pay-in.whole" };
  const [min, max] = [fromWireAmount(minimum), fromWireAmount(maximum)];
  if (amount >= min && amount <= max) return null;
  return { why: "between", min: writeAmount(min), max: writeAmount(max) };
}

function periodProblem({ minMonths, maxMonths }: Policy, typed: string): Problem | null {
  if (typed === "") return { why: "required" };
  const months = Number(typed);
  if (Number.isInteger(months) && months >= minMonths && months <= maxMonths) return null;
  return { why: "between", min: String(minMonths), max: String(maxMonths) };
}

function quoteOrNone(principal: Cents, months: number, policy: Policy): LoanQuote | null {
  try {
    return quoteLoan(principal, months, priceOf(policy));
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
