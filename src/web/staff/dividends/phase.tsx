import { dividendDeskMessages } from "#shared/messages/dividends/desk-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import type * as z from "zod/mini";
import type { DividendState } from "#shared/contract/dividends/fields.ts";
import type { list } from "#shared/contract/dividends/declarations.ts";
import { momentOf } from "#web/lib/moment.ts";
import { Badge, type BadgeProps } from "#web/ui/badge.tsx";

export type Dividend = z.output<typeof list.answer>[number];

/** The progress of a dividend; a posted one is distinguished by its window. */
export type Phase = DividendState | "open" | "closed";

/** Returns the phase of a dividend by the viewer's clock. */
export function phaseOf(dividend: Dividend): Phase {
  const { state, windowIsOpen, closesOn, closesAt } = dividend;
  if (state !== "posted") return state;
  if (windowIsOpen) return "open";
  return momentOf(closesOn, closesAt) <= Date.now() ? "closed" : "posted";
}

const badges: Readonly<Record<Phase, Pick<BadgeProps, "icon" | "meaning">>> = {
  prepared: { icon: "clock", meaning: "warn" },
  approved: { icon: "clock", meaning: "warn" },
  posted: { icon: "clock", meaning: "info" },
  open: { icon: "half", meaning: "info" },
  closed: { icon: "lock", meaning: "warn" },
  locked: { icon: "lock", meaning: "warn" },
  paid: { icon: "check", meaning: "ok" },
  withdrawn: { icon: "cross" },
};

/** The phase of a dividend, as label and icon. */
export function PhaseBadge({ dividend }: { readonly dividend: Dividend }): ReactElement {
  const { states } = useMessages(dividendDeskMessages);
  const phase = phaseOf(dividend);
  return <Badge {...badges[phase]}>{states[phase]}</Badge>;
}
