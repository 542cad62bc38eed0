import { type Cents, cents, ZERO_CENTS } from "#shared/money.ts";

/** The part of deposits that is not pledged to guarantee loans, never less than zero. */
export function freeDeposits(deposits: Cents, pledged: Cents): Cents {
  return pledged < deposits ? cents(deposits - pledged) : ZERO_CENTS;
}
