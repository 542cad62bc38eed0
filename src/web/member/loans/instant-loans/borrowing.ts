import { useEffect, useState } from "react";
import { eligibility } from "#shared/contract/loans/instant-loans.ts";
import { type Cents, fromWireAmount, toWireAmount } from "#shared/money.ts";
import type { Load } from "#web/lib/loading.ts";
import { useAsk } from "#web/lib/query.ts";
import type { Eligibility } from "./borrow-card.tsx";
import { type Figures, figuresOf, type Policy, type Typed } from "./figures.ts";

/** What is typed comes to, and how the member stands for it as the server last said. */
export interface Borrowing {
  readonly figures: Figures | null;
  readonly load: Load<Eligibility>;
  /** The most there is to borrow; null while it is not known. */
  readonly most: Cents | null;
  /** What guarantors would have to cover of the amount; nought while it is not known. */
  readonly uncovered: Cents;
}

/** Follows what is typed: the figures at once, what the server says of it a moment later. */
export function useBorrowing(policy: Policy, memberNo: string, typed: Typed): Borrowing {
  const figures = figuresOf(policy, typed);
  const asked = useSettled(figures ? String(toWireAmount(figures.principal)) : undefined);
  const load = useAsk(
    eligibility,
    { params: { memberNo }, query: { amount: asked } },
    { keepBefore: true, hasWords: true },
  );
  const most = load.state === "loaded" ? fromWireAmount(load.data.most) : null;
  const guaranteed = load.state === "loaded" && policy.guarantorsAllowed && asked !== undefined;
  const uncovered = fromWireAmount(guaranteed ? load.data.needsGuarantees : 0);
  return { figures, load, most, uncovered };
}

const SETTLES_AFTER_MS = 400;

/** A value once it has stopped changing, so that not every key that is pressed asks the server. */
function useSettled(value: string | undefined): string | undefined {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLES_AFTER_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
