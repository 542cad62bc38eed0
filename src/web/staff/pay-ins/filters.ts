import type { PayInTab } from "#shared/contract/pay-ins/desk.ts";
import { addressOf } from "#web/staff/addresses.ts";
import { useParameters } from "#web/staff/parameters.ts";

/** The state of the desk: a tab and its search. */
export interface Asked {
  readonly tab: PayInTab;
  readonly search: string;
}

/** Reads the state from the address; the default is the suspense tab. */
export function useAsked(): Asked {
  const { tab = "suspense", search = "" } = useParameters("payIns");
  return { tab, search };
}

/**
 * The parameters sent to the server and kept in the address: only those that differ from default.
 */
export function queryOf({ tab, search }: Asked): Partial<Asked> {
  const sent = search.trim();
  return { ...(tab !== "suspense" && { tab }), ...(sent.length > 1 && { search: sent }) };
}

/** Returns the address of the desk in this state. */
export function askedAddress(asked: Partial<Asked>): string {
  return addressOf("payIns", queryOf({ tab: "suspense", search: "", ...asked }));
}
