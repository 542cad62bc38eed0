import { useEffect, useState } from "react";
import { eligibility } from "#shared/contract/loans/instant-loans.ts";
import { type Cents, fromWireAmount, toWireAmount } from "#shared/money.ts";
import type { Load } from "#web/lib/loading.ts";
import { useRequest } from "#web/lib/query.ts";
import type { Eligibility } from "./borrow-card.tsx";
import { type Figures, figuresOf, isLent, type Policy, type Typed } from "./figures.ts";

/** The figures of what is typed, and the member's eligibility as last answered by the server. */
export interface Borrowing {
  readonly figures: Figures | null;
  readonly load: Load<Eligibility>;
  /** The most the member can borrow; null while it is not known. */
  readonly most: Cents | null;
  /** The part of the amount guarantors would have to cover; zero while it is not known. */
  readonly uncovered: Cents;
}

/** Follows the input: the figures at once, the server's answer a moment later. */
export function useBorrowing(policy: Policy, memberNo: string, typed: Typed): Borrowing {
  const figures = figuresOf(policy, typed);
  const asked = useSettled(figures ? String(toWireAmount(figures.principal)) : undefined);
  const load = useRequest(
    eligibility,
    { params: { memberNo }, query: { amount: asked } },
    { keepBefore: true, hasWords: true },
  );
  const most = load.state === "loaded" ? fromWireAmount(load.data.most) : null;
  const guaranteed =
    load.state === "loaded" &&
    policy.guarantorsAllowed &&
    asked !== undefined &&
    isLent(policy, typed.amount);
  const uncovered = fromWireAmount(guaranteed ? load.data.needsGuarantees : 0);
  return { figures, load, most, uncovered };
}

const SETTLES_AFTER_MS = 400;

/** Returns a value once it stops changing, so that not every key press asks the server. */
function useSettled(value: string | undefined): string | undefined {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLES_AFTER_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
