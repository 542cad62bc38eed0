import { type WithdrawalTab, withdrawalTabs } from "#shared/contract/withdrawals/desk.ts";
import { addressOf, paths } from "#web/paths.ts";

/** The state of the desk: a tab and its search. */
export interface Asked {
  readonly tab: WithdrawalTab;
  readonly search: string;
}

/** Reads the state from an address; the default is the approval tab. */
export function askedBy(search: string): Asked {
  const query = new URLSearchParams(search);
  return {
    tab: withdrawalTabs.find((tab) => tab === query.get("tab")) ?? "approval",
    search: query.get("search") ?? "",
  };
}

/** The parameters that differ from the default. */
export function queryOf({ tab, search }: Asked): Record<string, string> {
  const sent = search.trim();
  return { ...(tab !== "approval" && { tab }), ...(sent.length > 1 && { search: sent }) };
}

/** Returns the address of the desk in this state. */
export function askedAddress(asked: Partial<Asked>): string {
  return addressOf(paths.withdrawals, queryOf({ tab: "approval", search: "", ...asked }));
}
