import { payoutsMessages } from "#shared/messages/payouts/payouts-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import type { PayoutState } from "#shared/contract/payouts/desk.ts";
import { Badge, type BadgeProps } from "#web/ui/badge.tsx";

const looks: Readonly<Record<PayoutState, Pick<BadgeProps, "icon" | "meaning">>> = {
  waiting: { icon: "clock", meaning: "warn" },
  sending: { icon: "half", meaning: "info" },
  sent: { icon: "half", meaning: "info" },
  unknown: { icon: "warn", meaning: "bad" },
  paid: { icon: "check", meaning: "ok" },
  failed: { icon: "stop", meaning: "bad" },
  shares: { icon: "right" },
  account: { icon: "right" },
  cash: { icon: "right" },
};

/** The state of a payout, as label and icon. */
export function StateBadge({ state }: { readonly state: PayoutState }): ReactElement {
  const { states } = useMessages(payoutsMessages);
  return <Badge {...looks[state]}>{states[state]}</Badge>;
}
