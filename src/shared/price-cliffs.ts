import { BASIS, feeOf, type LoanPrice } from "./instant-loan.ts";
import { type Cents, cents } from "./money.ts";

/** A place in a price where a shilling more is cheaper. */
export interface PriceCliff {
  /** The largest principal of the dearer tier, and its cost. */
  readonly edge: Cents;
  readonly edgeFee: Cents;
  /** The next whole shilling, and what it costs. */
  readonly next: Cents;
  readonly nextFee: Cents;
  /** The largest principal that costs at most as much as the edge; null if all do. */
  readonly level: Cents | null;
}

/** Finds the places within a price, up to `most`, where a shilling more is cheaper. */
export function priceCliffs(price: LoanPrice, most: Cents): PriceCliff[] {
  const cliffs: PriceCliff[] = [];
  for (const { upTo } of price.tiers) {
    if (upTo === null || upTo >= most) continue;
    const next = cents((upTo / 100n + 1n) * 100n);
    const edgeFee = feeOf(upTo, price);
    const nextFee = feeOf(next, price);
    if (nextFee >= edgeFee) continue;
    cliffs.push({ edge: upTo, edgeFee, next, nextFee, level: levelOf(next, edgeFee, price) });
  }
  return cliffs;
}

/** The largest principal, from one on and without a gap, that costs at most a given fee. */
function levelOf(from: Cents, fee: Cents, price: LoanPrice): Cents | null {
  for (const { upTo, flatFee, rateBasisPoints } of price.tiers) {
    if (upTo !== null && upTo < from) continue;
    const level = rateBasisPoints === 0n ? null : ((fee - flatFee) * BASIS) / rateBasisPoints;
    if (level !== null && (upTo === null || level < upTo)) return cents(level);
    if (upTo === null) return null;
    if (feeOf(cents(upTo + 1n), price) > fee) return upTo;
  }
  return null;
}
