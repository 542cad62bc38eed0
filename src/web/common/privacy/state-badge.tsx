import type { ReactElement } from "react";
import { privacyMessages } from "#web/lib/member-texts.ts";
import { useMessages } from "#web/lib/words.ts";
import { Badge, type BadgeProps } from "#web/ui/badge.tsx";
import type { OwnRequest } from "./format.ts";

type State = OwnRequest["state"];

const badges: Readonly<Record<State, Pick<BadgeProps, "meaning" | "icon">>> = {
  received: { meaning: "info", icon: "clock" },
  "in-progress": { meaning: "info", icon: "clock" },
  proposed: { meaning: "warn", icon: "clock" },
  done: { meaning: "ok", icon: "check" },
  refused: { meaning: "bad", icon: "stop" },
  withdrawn: { icon: "cross" },
};

/** The progress of a request. */
export function StateBadge({ state }: { readonly state: State }): ReactElement {
  const { requests: words } = useMessages(privacyMessages);
  return <Badge {...badges[state]}>{words.states[state]}</Badge>;
}
