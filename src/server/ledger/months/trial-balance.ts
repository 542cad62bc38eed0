import { addCents, type Cents, cents, ZERO_CENTS } from "#shared/money.ts";

interface CodeBalance {
  readonly code: string;
  readonly balance: Cents;
}

/** A trial balance as a close keeps it: cents by code, debits positive, zeros left out. */
export function keptBalance(rows: readonly CodeBalance[]): Record<string, string> {
  const standing = rows.filter(({ balance }) => balance !== 0n);
  return Object.fromEntries(standing.map(({ code, balance }) => [code, String(balance)]));
}

/** Returns the debit and the credit total of a stored trial balance. */
export function totalOf(balance: Readonly<Record<string, string>>): Cents {
  const balances = Object.values(balance).map((one) => cents(BigInt(one)));
  return addCents(...balances.map((one) => (one > 0n ? one : ZERO_CENTS)));
}

/** Returns whether all balances sum to zero, as they must. */
export function isBalanced(rows: readonly CodeBalance[]): boolean {
  return rows.reduce((sum, { balance }) => sum + balance, 0n) === 0n;
}

/** Returns whether two stored balances are the same to the cent. */
export function isSame(
  one: Readonly<Record<string, string>>,
  other: Readonly<Record<string, string>>,
): boolean {
  const codes = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...codes].every((code) => one[code] === other[code]);
}
