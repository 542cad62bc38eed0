import type { ReactElement } from "react";
import type { PayoutState } from "#shared/contract/payouts.ts";
import { fill } from "#shared/language.ts";
import type { PayoutWords } from "#shared/messages/payouts-en.ts";
import { usePayoutWords } from "#web/lib/payout-words.ts";
import { Badge, type BadgeProps } from "#web/ui/badge.tsx";

/** Why a payout is where it is, in words; what somebody of the office typed is left as it is. */
export function sayProblem(problem: string, { problems }: PayoutWords): string {
  const known = (problems as Readonly<Record<string, string>>)[problem];
  if (known !== undefined) return known;
  const [, kind = "", code = ""] =
    /^(answer|refused|result)-(\S+)$/.exec(problem) ??
    /^the provider (answer)ed (\d+)$/.exec(problem) ??
    [];
  if (kind === "answer") return fill(problems.answered, { code });
  if (kind === "refused") return fill(problems.refused, { code });
  return kind === "result" ? fill(problems.result, { code }) : problem;
}

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

/** Where a payout is, in a word and a shape. */
export function StateBadge({ state }: { readonly state: PayoutState }): ReactElement {
  const { states } = usePayoutWords();
  return <Badge {...looks[state]}>{states[state]}</Badge>;
}
