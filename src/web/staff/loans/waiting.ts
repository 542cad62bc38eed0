import { queue } from "#shared/contract/loan-desk.ts";
import { useAskPages } from "#web/lib/query.ts";
import type { Officer } from "#web/staff/officer.ts";

/** How many loans wait for what this officer may do; what the queue's first page says. */
export function useWaitingLoans(officer: Officer): number | undefined {
  const load = useAskPages(queue, {}, "after");
  if (load.state !== "loaded") return undefined;
  const piles = load.data.pages[0]?.piles ?? [];
  const count = (stage: string) => piles.find((pile) => pile.stage === stage)?.count ?? 0;
  if (officer.may("loans.decide")) return count("to-approve");
  if (officer.may("loans.disburse")) return count("to-disburse");
  return count("to-approve") + count("to-disburse");
}
