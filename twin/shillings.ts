/** Prints cents as M-Pesa does, with two decimals and no grouping: "1500.00". */
export function toDecimal(cents: bigint): string {
  const size = cents < 0n ? -cents : cents;
  const sign = cents < 0n ? "-" : "";
  return `${sign}${size / 100n}.${String(size % 100n).padStart(2, "0")}`;
}

/** Prints cents as an SMS does: "Ksh1,500.00". */
export function toSmsAmount(cents: bigint): string {
  const [shillings = "0", decimals = "00"] = toDecimal(cents).split(".");
  return `Ksh${shillings.replaceAll(/\B(?=(\d{3})+$)/g, ",")}.${decimals}`;
}

/**
 * Reads a whole, positive number of shillings, as a number or as digits, and returns cents; null if
 * it is anything else. M-Pesa moves whole shillings only.
 */
export function fromWholeShillings(value: unknown): bigint | null {
  const text = typeof value === "number" ? String(value) : value;
  if (typeof text !== "string" || !/^[1-9]\d{0,9}$/.test(text)) return null;
  return BigInt(text) * 100n;
}
