import type * as z from "zod/mini";
import { eligibility, policyInForce, type register } from "#shared/contract/loans/instant-loans.ts";
import { formatMoney, toWireAmount, ZERO_CENTS } from "#shared/money.ts";
import { call } from "#web/lib/api.ts";
import { money } from "#web/lib/figures.ts";
import type { Unsent } from "#web/lib/unsent.ts";
import type { FiguresNow } from "#web/member/identity/unsent/kinds.ts";
import { figuresOf, mostOf, type Policy, type Typed } from "./figures.ts";

/** Returns what a loan costs and the most that may be borrowed; null if it cannot be lent. */
export function loanFigures(policy: Policy, typed: Typed, most: string): string[] | null {
  const figures = figuresOf(policy, typed);
  if (!figures?.quote) return null;
  const amounts = [figures.fee, figures.total, figures.quote.monthlyDeduction];
  return [...amounts.map((amount) => money(toWireAmount(amount))), most];
}

/** Returns the figures of an application that waits to be sent; null if nothing can be lent. */
export async function lookAtLoan({ memberNo, body }: Unsent): Promise<FiguresNow | null> {
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
