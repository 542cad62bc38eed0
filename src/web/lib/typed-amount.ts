import { formatMoney, parseTypedAmount } from "#shared/money.ts";

/** An amount however it was typed, as the contract reads it; what is no amount stays as it is. */
export function plainAmount(typed: string): string {
  const amount = parseTypedAmount(typed);
  return amount === null ? typed : formatMoney(amount).replaceAll(",", "");
}
