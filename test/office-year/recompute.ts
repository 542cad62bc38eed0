import { Fraction } from "./fraction.ts";
import type { Member } from "./truth.ts";

/** A member's balances and debts, in cents. */
export interface Holding {
  deposits: bigint;
  shares: bigint;
  withdrawable: bigint;
  dividend: bigint;
  owed: bigint;
}

/** The expected totals of the import for each member. */
export function afterImport(members: readonly Member[]): Map<string, Holding> {
  return new Map(
    members.map((member) => [
      member.memberNo,
      {
        deposits: sum([member.openingDeposits, ...member.deposits]),
        shares: member.openingShares + member.boughtShares,
        withdrawable: 0n,
        dividend: 0n,
        owed: member.loan ? member.loan.broughtForward - sum(member.loan.repaid) : 0n,
      },
    ]),
  );
}

/** The dividend of 2025 of one member. */
export interface Dividend {
  readonly onShares: bigint;
  readonly onDeposits: bigint;
  readonly gross: bigint;
}

/**
 * Share capital at the end of 2025 earns 14 %. Deposits earn 11 % from the month they came in: the
 * opening balance earns twelve twelfths, January's twelve, December's one.
 */
export function dividendOf(member: Member): Dividend {
  const shares = new Fraction(member.openingShares + member.boughtShares);
  const onShares = shares.times(new Fraction(14n, 100n)).nearest();
  let earned = new Fraction(member.openingDeposits);
  for (const [month, amount] of member.deposits.slice(0, 12).entries()) {
    earned = earned.plus(new Fraction(amount).times(new Fraction(BigInt(12 - month), 12n)));
  }
  const onDeposits = earned.times(new Fraction(11n, 100n)).nearest();
  return { onShares, onDeposits, gross: onShares + onDeposits };
}

export function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((so, amount) => so + amount, 0n);
}

/** The tax of 5 % on what goes to a phone, to the nearest cent. */
export function phoneTax(amount: bigint): bigint {
  return new Fraction(amount).times(new Fraction(5n, 100n)).nearest();
}

/**
 * Returns the smallest amount whose net of tax is a number of whole shillings, found by trying: a
 * formula would be the product's own.
 */
export function phoneAmount(netShillings: bigint): bigint {
  const net = netShillings * 100n;
  let amount = net;
  while (amount - phoneTax(amount) < net)
    amount += amount - phoneTax(amount) < net - 100n ? 50n : 1n;
  return amount;
}

/** The most of a dividend that one payment to a phone takes: whole shillings after its tax. */
export function mostToPhone(gross: bigint): bigint {
  return phoneAmount((gross - phoneTax(gross)) / 100n);
}

/** The destination of one member's dividend. */
export interface Split {
  shares: bigint;
  phone: bigint;
  loan: bigint;
  bill: bigint;
}

export const nowhere: Split = { shares: 0n, phone: 0n, loan: 0n, bill: 0n };
