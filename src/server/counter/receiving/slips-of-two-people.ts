import type { Wanted } from "#server/counter/receipts/target.ts";

/**
 * Whether a slip of the bank always needs a second person, however small it is: one of an earlier
 * day changes a member's dividend, and an invented one for savings that can be withdrawn could
 * leave at once. One for a loan does neither.
 */
export function needsTwoPeople({ to }: Pick<Wanted, "to">, isToday: boolean): boolean {
  if (to === "loan") return false;
  return !isToday || to === "withdrawable";
}
