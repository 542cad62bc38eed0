import type { WithdrawalTab } from "#shared/contract/withdrawals/desk.ts";
import { addressOf } from "#web/staff/addresses.ts";
import { useParameters } from "#web/staff/parameters.ts";

/** The state of the desk: a tab and its search. */
export interface Asked {
  readonly tab: WithdrawalTab;
  readonly search: string;
}

/** Reads the state from the address; the default is the approval tab. */
export function useAsked(): Asked {
  const { tab = "approval", search = "" } = useParameters("withdrawals");
  return { tab, search };
}

/** The parameters that differ from the default. */
export function queryOf({ tab, search }: Asked): Partial<Asked> {
  const sent = search.trim();
  return { ...(tab !== "approval" && { tab }), ...(sent.length > 1 && { search: sent }) };
}

/** Returns the address of the desk in this state. */
export function askedAddress(asked: Partial<Asked>): string {
  return addressOf("withdrawals", queryOf({ tab: "approval", search: "", ...asked }));
}
