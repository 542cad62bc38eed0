import * as fc from "fast-check";
import { expect, it } from "vitest";
import { entitlementOf, weightings, weightsOf } from "#shared/dividend-entitlement.ts";
import { cents } from "#shared/money.ts";
import { useTestSociety } from "#test/test-society.ts";
import { onDepositsInSql, onShareCapitalInSql, weightedInSql } from "./entitled-members-sql.ts";

const society = useTestSociety();

/** Up to ten thousand million shillings, and as much below zero. */
const amount = fc.bigInt({ min: -1_000_000_000_000n, max: 1_000_000_000_000n }).map(cents);
const rate = fc.integer({ min: 0, max: 10_000 });

const year = fc.record({
  shareCapital: amount,
  deposits: fc.array(amount, { minLength: 13, maxLength: 13 }),
  shareRate: rate,
  depositRate: rate,
  weighting: fc.constantFrom(...weightings),
});

it("a dividend is the same to the cent in SQL and in TypeScript, for any figures", async () => {
  const property = fc.asyncProperty(year, async (given) => {
    const { shareCapital, deposits, shareRate, depositRate, weighting } = given;
    const [opening, ...months] = deposits;
    const { rows } = await society.owner.query<Record<"shares" | "deposits", string>>(
      `select ${onShareCapitalInSql} as shares, ${onDepositsInSql} as deposits
        from (
          select *, ${weightedInSql} as weighted
          from (select $1::bigint as share_capital, $2::bigint as opening, $3::bigint[] as months,
            $4::smallint[] as weights, $5::integer as share_rate_bp, $6::integer as deposit_rate_bp
          ) held
        ) weighted`,
      [shareCapital, opening, months, weightsOf[weighting], shareRate, depositRate],
    );
    const expected = entitlementOf(
      { shareCapital, deposits },
      { shareCapital: BigInt(shareRate), deposits: BigInt(depositRate) },
      weightsOf[weighting],
    );
    expect(BigInt(rows[0]?.shares ?? -1)).toBe(expected.onShareCapital);
    expect(BigInt(rows[0]?.deposits ?? -1)).toBe(expected.onDeposits);
  });
  await fc.assert(property, { numRuns: 1000 });
});
