/** SQL for cents as a message names them: `1,234.50`. */
export const moneyInSql = (cents: string) => `to_char((${cents}) / 100.0, 'FM999,999,999,990.00')`;
