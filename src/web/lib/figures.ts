import { formatMoney, fromWireAmount } from "#shared/money.ts";

/** An amount of the wire, as tables write it: 1,234.50. */
export const money = (amount: number): string => formatMoney(fromWireAmount(amount));

/** A count in Kenyan grouping. */
export const sayCount = (count: number): string => count.toLocaleString("en-KE");
