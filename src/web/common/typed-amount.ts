import { type Cents, formatMoney, parseTypedAmount } from "#shared/money.ts";

/** Formats an amount for its field: grouped, and without cents if they are zero. */
export function writeAmount(amount: Cents): string {
  return formatMoney(amount).replace(/\.00$/, "");
}

/** Formats what was typed; leaves an invalid amount unchanged. */
export function tidyAmount(typed: string): string {
  const amount = parseTypedAmount(typed);
  return amount === null ? typed : writeAmount(amount);
}
