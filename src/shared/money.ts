/** An amount of money in whole cents of a Kenya shilling; never a float. */
export type Cents = bigint & { readonly __brand: "Cents" };

export const ZERO_CENTS = 0n as Cents;

/** The largest amount a JSON number holds to the cent: 2^53 cents, about 90 trillion shillings. */
const LARGEST_EXACT = 9_007_199_254_740_991n;

/** Takes a whole number of cents, from a bigint column or a literal. */
export function cents(value: bigint): Cents {
  return value as Cents;
}

/** Takes a whole number of shillings. */
export function shillings(value: number | bigint): Cents {
  return (BigInt(value) * 100n) as Cents;
}

/** Whether an amount holds no cents: cash and M-Pesa move whole shillings only. */
export function isWholeShillings(amount: Cents): boolean {
  return amount % 100n === 0n;
}

/** Leaves out the cents of an amount. */
export function wholeShillingsOf(amount: Cents): Cents {
  return (amount - (amount % 100n)) as Cents;
}

/** Adds amounts; zero for none. */
export function addCents(...amounts: readonly Cents[]): Cents {
  return amounts.reduce((sum, amount) => sum + amount, 0n) as Cents;
}

/** Negates an amount: a debit becomes a credit, and back. */
export function negateCents(amount: Cents): Cents {
  return -amount as Cents;
}

/**
 * Reads an amount as the contract accepts it: a number or a string of at most nine whole digits and
 * two decimals, greater than zero. Returns null for anything else.
 */
export function parseAmount(given: string | number): Cents | null {
  const text = String(given);
  if (!/^\d{1,9}(\.\d{1,2})?$/.test(text)) return null;
  const amount = centsOfDecimal(text);
  return amount > 0n ? amount : null;
}

/**
 * Reads an amount as a person types it, where `5,001`, `5 001` and `5001` are the same. Returns
 * null for anything else.
 */
export function parseTypedAmount(typed: string): Cents | null {
  const plain = plainDecimal(typed);
  return plain === null ? null : parseAmount(plain);
}

/**
 * Reads a typed amount that is compared with a limit before it is sent, however large it is, so
 * that the message names the limit and not the form of an amount.
 */
export function parseTypedForLimit(typed: string): Cents | null {
  const plain = plainDecimal(typed);
  const amount = plain === null ? ZERO_CENTS : centsOfDecimal(plain);
  return amount > 0n ? amount : null;
}

function plainDecimal(typed: string): string | null {
  const compact = typed.trim().replace(/^ksh\.?\s*/i, "");
  if (!/^(\d+|\d{1,3}([ ,\u00a0]\d{3})+)(\.\d{1,2})?$/.test(compact)) return null;
  return compact.replace(/[ ,\u00a0]/g, "");
}

/**
 * Whether a figure in shillings, with any number of decimals, is within a tolerance of an amount;
 * compared exactly. A figure of another form is not.
 */
export function isNear(figure: string, amount: Cents, tolerance: Cents): boolean {
  const [, whole = "", fraction = ""] = /^(\d{1,12})(?:\.(\d{1,20}))?$/.exec(figure) ?? [];
  if (whole === "") return false;
  const decimals = Math.max(2, fraction.length);
  const given = BigInt(whole + fraction.padEnd(decimals, "0"));
  const scale = 10n ** BigInt(decimals - 2);
  const apart = given - amount * scale;
  return (apart < 0n ? -apart : apart) <= tolerance * scale;
}

/** Prints cents as the contract's JSON number: shillings with at most two decimals. */
export function toWireAmount(amount: Cents): number {
  const size = amount < 0n ? -amount : amount;
  if (size > LARGEST_EXACT) throw new RangeError("amount is too large for a JSON number");
  // Dividing an exact integer by 100 gives the double nearest the decimal, which JSON prints as it.
  return Number(amount) / 100;
}

/** Reads the contract's JSON number back to cents; the inverse of toWireAmount. */
export function fromWireAmount(amount: number): Cents {
  return BigInt(Math.round(amount * 100)) as Cents;
}

export interface MoneyParts {
  readonly sign: "" | "−";
  readonly shillings: string;
  readonly cents: string;
}

/** Splits an amount for the screen, in Kenyan grouping and with a proper minus: −, 5,001, 50. */
export function moneyParts(amount: Cents): MoneyParts {
  const size = amount < 0n ? -amount : amount;
  return {
    sign: amount < 0n ? "−" : "",
    shillings: (size / 100n).toString().replace(/\B(?=(\d{3})+$)/g, ","),
    cents: (size % 100n).toString().padStart(2, "0"),
  };
}

/** Prints an amount for the screen, in Kenyan grouping and with a proper minus: −5,001.50. */
export function formatMoney(amount: Cents): string {
  const parts = moneyParts(amount);
  return `${parts.sign}${parts.shillings}.${parts.cents}`;
}

function centsOfDecimal(text: string): Cents {
  const [whole = "0", fraction = ""] = text.split(".");
  return BigInt(whole + fraction.padEnd(2, "0")) as Cents;
}
