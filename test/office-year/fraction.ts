/**
 * An exact fraction. The recalculation of the office's year uses nothing of the product, so that a
 * mistake in the product's money cannot hide in both.
 */
export class Fraction {
  readonly top: bigint;
  readonly bottom: bigint;

  constructor(top: bigint, bottom = 1n) {
    if (bottom === 0n) throw new Error("a fraction has a denominator");
    const sign = bottom < 0n ? -1n : 1n;
    const common = greatestCommonDivisor(top < 0n ? -top : top, bottom * sign);
    this.top = (top * sign) / common;
    this.bottom = (bottom * sign) / common;
  }

  plus(other: Fraction): Fraction {
    return new Fraction(
      this.top * other.bottom + other.top * this.bottom,
      this.bottom * other.bottom,
    );
  }

  times(other: Fraction): Fraction {
    return new Fraction(this.top * other.top, this.bottom * other.bottom);
  }

  /** Rounds a fraction that is not negative to the nearest whole number, half up. */
  nearest(): bigint {
    return (this.top * 2n + this.bottom) / (this.bottom * 2n);
  }
}

function greatestCommonDivisor(one: bigint, other: bigint): bigint {
  return other === 0n ? (one === 0n ? 1n : one) : greatestCommonDivisor(other, one % other);
}
