import type * as z from "zod/mini";
import { post } from "#shared/contract/cases/own.ts";
import { elect, split } from "#shared/contract/dividends/splits.ts";
import type { Endpoint } from "#shared/contract/kernel/endpoint.ts";
import { eligibility, policyInForce, register } from "#shared/contract/loans/instant-loans.ts";
import { ask } from "#shared/contract/privacy/requests.ts";
import { formatMoney, toWireAmount, ZERO_CENTS } from "#shared/money.ts";
import { call } from "#web/lib/api.ts";
import { money } from "#web/lib/figures.ts";
import type { Unsent } from "#web/lib/unsent.ts";
import { type Share, sharesOf } from "../../dividends/typed-split.ts";
import { figuresOf, mostOf, type Policy, type Typed } from "../../loans/instant-loans/figures.ts";

/** The figures of today, in the order in which the member saw them, and the body for them. */
interface Now {
  readonly values: readonly string[];
  readonly body: unknown;
}

interface Kind {
  readonly endpoint: Endpoint;
  /** Requests the figures on which the member decided; null if only the server can check. */
  readonly look?: (one: Unsent) => Promise<Now | null>;
}

/** The calls that may be made later without a code. None of them moves money. */
export const kinds: Readonly<Record<string, Kind>> = {
  application: { endpoint: register, look: lookAtLoan },
  case: { endpoint: post },
  split: { endpoint: elect, look: lookAtDividend },
  request: { endpoint: ask },
};

/** Returns the cost of a loan and the maximum that may be borrowed; null if it cannot be lent. */
export function loanFigures(policy: Policy, typed: Typed, most: string): string[] | null {
  const figures = figuresOf(policy, typed);
  if (!figures?.quote) return null;
  const amounts = [figures.fee, figures.total, figures.quote.monthlyDeduction];
  return [...amounts.map((amount) => money(toWireAmount(amount))), most];
}

async function lookAtLoan({ memberNo, body }: Unsent): Promise<Now | null> {
  const applied = body as z.input<typeof register.body> & {
    readonly guarantors?: readonly { readonly amount: unknown }[];
  };
  const typed = { amount: String(applied.amount), period: String(applied.period) };
  const guaranteed = applied.guarantors?.map(({ amount }) => String(amount)).join(",");
  const query = { amount: typed.amount, guaranteed };
  const [policy, known] = await Promise.all([
    call(policyInForce),
    call(eligibility, { params: { memberNo }, query }),
  ]);
  const values = loanFigures(policy, typed, formatMoney(mostOf(known)));
  const quote = figuresOf(policy, typed)?.quote;
  // If nothing can be lent, the server says which rule fails.
  if (!values || !quote || known.mostWithGuarantors === toWireAmount(ZERO_CENTS)) return null;
  const total = toWireAmount(quote.total);
  const repayment = toWireAmount(quote.monthlyDeduction);
  return { values, body: { ...applied, total, repayment } };
}

/** Returns the amount to split, and the tax of each mode. */
export function splitFigures({ toSplit, modes }: Share): string[] {
  const rates = new Set(modes.map(({ taxBasisPoints }) => `${taxBasisPoints / 100} %`));
  return [money(toSplit), [...rates].join(", ")];
}

async function lookAtDividend({ memberNo, params, body }: Unsent): Promise<Now | null> {
  const shares = sharesOf(await call(split, { params: { memberNo } }));
  const share = shares.find(({ year }) => String(year) === params["year"]);
  return share ? { values: splitFigures(share), body } : null;
}
