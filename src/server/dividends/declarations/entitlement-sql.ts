/** The weighted deposits of a row with `opening`, `months` and `weights`; zero if negative. */
export const weightedInSql = `greatest(0, ${[
  "opening * weights[1]",
  ...Array.from({ length: 12 }, (_, month) => `months[${month + 1}] * weights[${month + 2}]`),
].join(" + ")})`;

/** The dividend on the `share_capital` of a row, rounded as `entitlementOf` rounds it. */
export const onShareCapitalInSql =
  "(greatest(0, share_capital) * share_rate_bp * 2 + 10000) / 20000";

/** The interest on the `weighted` deposits of a row, rounded as `entitlementOf` rounds it. */
export const onDepositsInSql = "(weighted * deposit_rate_bp * 2 + 120000) / 240000";
