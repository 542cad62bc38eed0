import type { CaseOrder, CaseTab } from "#shared/contract/cases/desk.ts";
import type { CaseKind } from "#shared/contract/cases/own.ts";
import { addressOf } from "#web/staff/addresses.ts";
import { useParameters } from "#web/staff/parameters.ts";

/** The state of the inbox: a tab, its order and its filters. */
export interface Asked {
  readonly state: CaseTab;
  readonly order: CaseOrder;
  readonly kind: CaseKind | "";
  readonly due: "late" | "today" | "week" | "";
  readonly who: "mine" | "nobody" | "";
  readonly search: string;
}

/** Everything that waits, the earliest deadline first. */
export const allWaiting: Asked = {
  state: "waiting",
  order: "due",
  kind: "",
  due: "",
  who: "",
  search: "",
};

/** Reads the state from the address. */
export function useAsked(): Asked {
  const asked = useParameters("questions");
  const { state = allWaiting.state, order = allWaiting.order } = asked;
  const { kind = "", due = "", who = "", search = "" } = asked;
  return { state, order, kind, due, who, search };
}

/**
 * The parameters sent to the server and kept in the address: only those that differ from default.
 */
export function queryOf(asked: Asked): Partial<Asked> {
  const sent = { ...asked, search: asked.search.trim() };
  if (sent.search.length < 2) sent.search = "";
  const entries = Object.entries(sent) as [keyof Asked, string][];
  return Object.fromEntries(entries.filter(([name, value]) => value !== allWaiting[name]));
}

/** Whether anything besides the tab and its order filters the list. */
export function isNarrowed(asked: Asked): boolean {
  return Object.keys(queryOf({ ...asked, state: "waiting", order: "due" })).length > 0;
}

/** Returns the address of the inbox in this state. */
export function inboxAddress(asked: Asked): string {
  return addressOf("questions", queryOf(asked));
}
