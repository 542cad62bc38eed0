import type { Wanted } from "#server/counter/receipts/target.ts";

/**
 * Whether a bank slip always needs a second person, however small it is. A slip of an earlier day
 * changes a member's dividend, and money from an invented slip for withdrawable savings could be
 * withdrawn at once. A slip for a loan does neither.
 */
export function needsTwoPeople({ to }: Pick<Wanted, "to">, isToday: boolean): boolean {
  if (to === "loan") return false;
  return !isToday || to === "withdrawable";
}
