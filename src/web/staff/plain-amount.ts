import { formatMoney, parseTypedAmount } from "#shared/money.ts";

/**
 * Normalises a typed amount to the contract's form; anything that is not an amount stays as it is.
 */
export function plainAmount(typed: string): string {
  const amount = parseTypedAmount(typed);
  return amount === null ? typed : formatMoney(amount).replaceAll(",", "");
}
