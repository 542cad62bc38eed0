import { quoteLoan } from "#shared/instant-loan.ts";
import { fromWireAmount, parseAmount, toWireAmount } from "#shared/money.ts";
import type { FileProps } from "./application.tsx";

/** The figures of a loan in wire form. */
export interface Figures {
  readonly amount: number;
  readonly fee: number;
  readonly total: number;
  readonly repayment: number;
}

/** Returns whether the new figures are worse for the member in any way, so that they must agree. */
export function asksMore(before: Figures, after: Figures): boolean {
  const names = ["amount", "total", "repayment"] as const;
  return names.some((name) => after[name] > before[name]);
}

/**
 * Returns the figures of another amount under the policy the loan was quoted by. Null for an
 * invalid amount, `outside` where the policy does not lend it over the loan's months.
 */
export function quoteOf(
  typed: string,
  loan: FileProps["loan"],
  file: FileProps["file"],
): Figures | "outside" | null {
  const principal = parseAmount(typed);
  const { policy } = file;
  if (principal === null || policy === undefined) return null;
  const { least, most } = {
    least: fromWireAmount(policy.least),
    most: fromWireAmount(policy.most),
  };
  if (principal < least || principal > most) return "outside";
  const tiers = policy.feeTiers.map(({ upTo, flatFee, rateBasisPoints }) => ({
    upTo: upTo === undefined ? null : fromWireAmount(upTo),
    flatFee: fromWireAmount(flatFee),
    rateBasisPoints: BigInt(rateBasisPoints),
  }));
  try {
    const { fee, total, monthlyDeduction } = quoteLoan(principal, loan.period, { tiers });
    return {
      amount: toWireAmount(principal),
      fee: toWireAmount(fee),
      total: toWireAmount(total),
      repayment: toWireAmount(monthlyDeduction),
    };
  } catch (error) {
    if (error instanceof RangeError) return "outside";
    throw error;
  }
}
