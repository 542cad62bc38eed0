import { type Cents, cents, ZERO_CENTS } from "./money.ts";

/** Returns the part of a needed cover that pledges leave uncovered; zero if they cover it. */
export function stillUncovered(needed: Cents, pledged: Cents): Cents {
  return pledged < needed ? cents(needed - pledged) : ZERO_CENTS;
}
