import { formatMoney, fromWireAmount } from "#shared/money.ts";

/** Formats an amount from the wire for a table: 1,234.50. */
export const money = (amount: number): string => formatMoney(fromWireAmount(amount));

/** Formats a count with Kenyan digit grouping. */
export const formatCount = (count: number): string => count.toLocaleString("en-KE");
