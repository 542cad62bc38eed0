import { type PayInTab, payInTabs } from "#shared/contract/pay-ins/desk.ts";
import { addressOf, paths } from "#web/paths.ts";

/** The state of the desk: a tab and its search. */
export interface Asked {
  readonly tab: PayInTab;
  readonly search: string;
}

/** Reads the state from an address; the default is the suspense tab. */
export function askedBy(search: string): Asked {
  const query = new URLSearchParams(search);
  return {
    tab: payInTabs.find((tab) => tab === query.get("tab")) ?? "suspense",
    search: query.get("search") ?? "",
  };
}

/**
 * The parameters sent to the server and kept in the address: only those that differ from default.
 */
export function queryOf({ tab, search }: Asked): Record<string, string> {
  const sent = search.trim();
  return { ...(tab !== "suspense" && { tab }), ...(sent.length > 1 && { search: sent }) };
}

/** Returns the address of the desk in this state. */
export function askedAddress(asked: Partial<Asked>): string {
  return addressOf(paths.payIns, queryOf({ tab: "suspense", search: "", ...asked }));
}
