import type * as z from "zod/mini";
import type { policyInForce } from "#shared/contract/loans/instant-loans.ts";
import {
  type CheaperLoan,
  cheaperLoan,
  type LoanPrice,
  type LoanQuote,
  quoteLoan,
} from "#shared/instant-loan.ts";
import { type Cents, formatMoney, fromWireAmount, parseTypedAmount } from "#shared/money.ts";

export type Policy = z.output<typeof policyInForce.answer>;

/** The one product there is, by its name on the wire. */
export const CATEGORY = "Instant";

/** What is typed into the form, as it is typed. */
export interface Typed {
  readonly amount: string;
  readonly period: string;
}

/** What of the loan can be told from what is typed so far. */
export interface Figures {
  readonly principal: Cents;
  readonly fee: Cents;
  readonly total: Cents;
  /** Absent until the months are chosen. */
  readonly quote: LoanQuote | null;
}

/** Why what is typed is no loan; the page has the words. */
export type Problem =
  | { readonly why: "required" }
  | { readonly why: "between"; readonly min: string; readonly max: string }
  | { readonly why: "amount.form" | "period.form" };

/** What a policy, as the server answers it, makes a loan cost. */
export function priceOf({ feeTiers }: Policy): LoanPrice {
  return {
    tiers: feeTiers.map(({ upTo, flatFee, rateBasisPoints }) => ({
      upTo: upTo === undefined ? null : fromWireAmount(upTo),
      flatFee: fromWireAmount(flatFee),
      rateBasisPoints: BigInt(rateBasisPoints),
    })),
  };
}

/** The figures of what is typed; null where no amount the society lends is among it. */
export function figuresOf(policy: Policy, { amount, period }: Typed): Figures | null {
  if (amountProblem(policy, amount) !== null) return null;
  const principal = parseTypedAmount(amount);
  const whole = principal && quoteOrNone(principal, 1, policy);
  if (!principal || !whole) return null;
  const quote =
    periodProblem(policy, period) === null ? quoteOrNone(principal, Number(period), policy) : null;
  return { principal, fee: whole.fee, total: whole.total, quote };
}

/** What has to be put right before the figures are whole; nothing when they are. */
export function problemsIn(policy: Policy, typed: Typed): Partial<Record<keyof Typed, Problem>> {
  const amount = amountProblem(policy, typed.amount);
  const period = periodProblem(policy, typed.period);
  if (amount || period) return { ...(amount && { amount }), ...(period && { period }) };
  // So many months that the rounding would leave nothing for the last one.
  return figuresOf(policy, typed)?.quote ? {} : { period: { why: "period.form" } };
}

/** A larger amount that costs less, as far as the member may borrow; null where there is none. */
export function cheaperThan(
  policy: Policy,
  { principal }: Figures,
  most: Cents,
): CheaperLoan | null {
  const limit = fromWireAmount(policy.maximum);
  return cheaperLoan(principal, priceOf(policy), most < limit ? most : limit);
}

/** The per cent an amount is charged where that is all it is charged; else null. */
export function rateOf(policy: Policy, principal: Cents): string | null {
  const tier = priceOf(policy).tiers.find(({ upTo }) => upTo === null || principal <= upTo);
  if (!tier || tier.flatFee > 0n || tier.rateBasisPoints === 0n) return null;
  return String(Number(tier.rateBasisPoints) / 100);
}

/** The months that a policy lends for, from the fewest. */
export function monthsOf({ minMonths, maxMonths }: Policy): number[] {
  return Array.from({ length: maxMonths - minMonths + 1 }, (_, index) => minMonths + index);
}

/** An amount as it is written into the field: grouped, and without cents that are nought. */
export function writeAmount(amount: Cents): string {
  return formatMoney(amount).replace(/\.00$/, "");
}

/** What was typed, in the form it is written in; untouched where it is no amount. */
export function tidyAmount(typed: string): string {
  const amount = parseTypedAmount(typed);
  return amount === null ? typed : writeAmount(amount);
}

function amountProblem({ minimum, maximum }: Policy, typed: string): Problem | null {
  if (typed.trim() === "") return { why: "required" };
  const amount = parseTypedAmount(typed);
  if (amount === null) return { why: "amount.form" };
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
