import { eligibility } from "#shared/contract/loans/instant-loans.ts";
import {
  type Cents,
  cents,
  fromWireAmount,
  parseTypedAmount,
  parseTypedForLimit,
  toWireAmount,
  ZERO_CENTS,
} from "#shared/money.ts";
import type { Load } from "#web/lib/loading.ts";
import { useRequest } from "#web/lib/query.ts";
import { useSettled } from "#web/lib/settled.ts";
import type { Eligibility } from "./borrow-card.tsx";
import { type Figures, figuresOf, isLent, mostOf, type Policy, type Typed } from "./figures.ts";

/** The figures for the input, and the member's eligibility as last answered by the server. */
export interface Borrowing {
  readonly figures: Figures | null;
  readonly load: Load<Eligibility>;
  /** The most the member can borrow; null while it is not known. */
  readonly most: Cents | null;
  /**
   * The part of the amount guarantors would have to cover. Without a connection it is the part
   * above the last known maximum.
   */
  readonly uncovered: Cents;
}

/** Follows the input: the figures at once, the server's answer a moment later. */
export function useBorrowing(
  policy: Policy,
  memberNo: string,
  typed: Typed,
  pledges: readonly Cents[],
): Borrowing {
  const figures = figuresOf(policy, typed);
  const isBeyond =
    parseTypedAmount(typed.amount) === null && parseTypedForLimit(typed.amount) !== null;
  const amount = isBeyond ? policy.maximum + 1 : figures && toWireAmount(figures.principal);
  const asked = useSettled(amount === null ? undefined : String(amount));
  const guaranteed = useSettled(pledges.map(toWireAmount).join(",") || undefined);
  const load = useRequest(
    eligibility,
    { params: { memberNo }, query: { amount: asked, guaranteed } },
    { keepBefore: true, hasWords: true },
  );
  const untyped = useRequest(eligibility, { params: { memberNo }, query: {} }, { hasWords: true });
  const answer = load.state === "failed" ? untyped : load;
  const most = answer.state === "loaded" ? mostOf(answer.data) : null;
  const mayBeGuaranteed =
    policy.guarantorsAllowed && asked !== undefined && isLent(policy, typed.amount);
  const isAbove = most !== null && figures !== null && figures.principal > most;
  const above = isAbove ? cents(figures.principal - most) : ZERO_CENTS;
  const answered = load.state === "loaded" ? fromWireAmount(load.data.needsGuarantees) : null;
  // While an amount is being checked, the previous answer may be for one that needed no guarantors.
  const isStale = answered === ZERO_CENTS && load.changing;
  const needed = answered === null || isStale ? above : answered;
  return {
    figures,
    load: isBeyond ? withoutDeposits(load) : load,
    most,
    uncovered: mayBeGuaranteed ? needed : ZERO_CENTS,
  };
}

/**
 * Leaves out the part that deposits would have to cover: for an amount with more digits than the
 * server accepts, the request was for one just above the largest loan.
 */
function withoutDeposits(load: Load<Eligibility>): Load<Eligibility> {
  if (load.state !== "loaded") return load;
  const rules = load.data.rules.filter(({ code }) => code !== "deposits");
  return { ...load, data: { ...load.data, rules } };
}
