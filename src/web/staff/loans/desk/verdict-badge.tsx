import { loanDeskMessages } from "#shared/messages/loans/desk-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import type { QueueRow } from "./queue.tsx";
import { Badge } from "#web/ui/badge.tsx";

type Verdict = NonNullable<QueueRow["checks"]>;

/** The result of the rules, as label and icon. */
export function VerdictBadge({ verdict, rule }: Verdict): ReactElement {
  const { badges } = useMessages(loanDeskMessages);
  if (verdict === "met") {
    return (
      <Badge meaning="ok" icon="check">
        {badges.met}
      </Badge>
    );
  }
  if (verdict === "guarantors" || verdict === "member") {
    return (
      <Badge meaning="warn" icon="clock">
        {badges[verdict]}
      </Badge>
    );
  }
  return verdict === "limit" ? (
    <Badge meaning="warn" icon="warn">
      {badges.limit}
    </Badge>
  ) : (
    <Badge meaning="bad" icon="stop">
      {badges[rule ?? "deposits"]}
    </Badge>
  );
}
