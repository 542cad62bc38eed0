import { type Cents, formatMoney, parseTypedAmount } from "#shared/money.ts";

/**
 * Normalises a typed amount to the contract's form; anything that is not an amount stays as it is.
 */
export function plainAmount(typed: string): string {
  const amount = parseTypedAmount(typed);
  return amount === null ? typed : formatMoney(amount).replaceAll(",", "");
}

/** Formats an amount for its field: grouped, and without cents if they are zero. */
export function writeAmount(amount: Cents): string {
  return formatMoney(amount).replace(/\.00$/, "");
}

/** Formats what was typed; leaves an invalid amount unchanged. */
export function tidyAmount(typed: string): string {
  const amount = parseTypedAmount(typed);
  return amount === null ? typed : writeAmount(amount);
}
