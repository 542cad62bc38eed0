import { useState } from "react";
import type { ReconciliationSide } from "#shared/contract/reconciliation/matching.ts";
import { addCents, type Cents, fromWireAmount, ZERO_CENTS } from "#shared/money.ts";

/** The selected items of each side, with their amounts. */
type Selected = Readonly<Record<ReconciliationSide, ReadonlyMap<string, number>>>;

const none: Selected = { statement: new Map(), books: new Map() };

export interface Selection {
  readonly ids: (side: ReconciliationSide) => string[];
  readonly sum: (side: ReconciliationSide) => Cents;
  readonly has: (side: ReconciliationSide, id: string) => boolean;
  readonly toggle: (side: ReconciliationSide, id: string, amount: number) => void;
  readonly clear: () => void;
}

/** The items selected for a match, which stay selected while the lists are searched. */
export function useSelection(): Selection {
  const [selected, setSelected] = useState(none);
  return {
    ids: (side) => [...selected[side].keys()],
    sum: (side) => addCents(ZERO_CENTS, ...[...selected[side].values()].map(fromWireAmount)),
    has: (side, id) => selected[side].has(id),
    toggle(side, id, amount) {
      setSelected((before) => {
        const items = new Map(before[side]);
        if (!items.delete(id)) items.set(id, amount);
        return { ...before, [side]: items };
      });
    },
    clear: () => setSelected(none),
  };
}
