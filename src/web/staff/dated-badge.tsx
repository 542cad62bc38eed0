import type { ReactElement } from "react";
import type { PolicyState } from "#shared/contract/loans/policy.ts";
import { Badge, type BadgeProps } from "#web/ui/badge.tsx";

const looks: Readonly<Record<PolicyState, Pick<BadgeProps, "icon" | "meaning">>> = {
  "to-come": { icon: "clock", meaning: "info" },
  "in-force": { icon: "check", meaning: "ok" },
  past: { icon: "calendar" },
  replaced: { icon: "retry" },
  cancelled: { icon: "stop" },
};

interface DatedBadgeProps {
  readonly state: PolicyState;
  readonly children: string;
}

/** Where something set for a day stands by now, in a word and a shape. */
export function DatedBadge({ state, children }: DatedBadgeProps): ReactElement {
  return <Badge {...looks[state]}>{children}</Badge>;
}
