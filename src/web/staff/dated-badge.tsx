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

/** The state of something scheduled for a day, as label and icon. */
export function DatedBadge({ state, children }: DatedBadgeProps): ReactElement {
  return <Badge {...looks[state]}>{children}</Badge>;
}
