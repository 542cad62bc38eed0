const rateColumns =
  "on_share_capital_cents, on_deposits_cents, basis_points, interest_basis_points";

/** The rates of a `dividend_member_rate` as arguments of the database's tax functions. */
export const ratesIn = (rate: string): string =>
  rateColumns
    .split(", ")
    .map((column) => `${rate}.${column}`)
    .join(", ");

/**
 * The rate of one member and mode, as a lateral subquery that reads it by its keys for each part. A
 * join would read all rates each time for a dividend that was just declared and has no statistics
 * yet.
 */
export const rateOf = (dividend: string, member: string, mode: string): string =>
  `lateral (select ${ratesIn("rate")} from dividend_member_rate rate
    where rate.dividend_id = ${dividend} and rate.member_id = ${member} and rate.mode = ${mode}
    offset 0)`;

/** The tax on an amount, as SQL over a `dividend_member_rate`; rounded as `taxOn` rounds it. */
export const taxInSql = (amount: string, rate = "t"): string =>
  `dividend_part_tax(${amount}, ${ratesIn(rate)})`;

/** The least amount with a given net after tax, rounded the same way as `grossFor`. */
export const grossInSql = (net: string, rate = "t"): string =>
  `dividend_part_gross(${net}, ${ratesIn(rate)})`;

/**
 * The part of a tax that is on the dividend on shares, rounded the same way; the rest is on
 * interest. Without a tax there may be no rate to divide by.
 */
export const shareTaxInSql = (tax: string): string =>
  `case when ${tax} = 0 then 0 else dividend_share_tax(${tax}, ${ratesIn("t")}) end`;
