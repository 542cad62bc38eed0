import type { LoanPrice } from "#shared/instant-loan.ts";
import { shillings, ZERO_CENTS } from "#shared/money.ts";

/** The price of specification section 9, written out again for tests that calculate figures. */
export const specifiedPrice: LoanPrice = {
  tiers: [
    { upTo: shillings(5000), flatFee: shillings(500), rateBasisPoints: 0n },
    { upTo: null, flatFee: ZERO_CENTS, rateBasisPoints: 450n },
  ],
};
