import { type CaseOrder, caseOrders, type CaseTab, caseTabs } from "#shared/contract/cases/desk.ts";
import { type CaseKind, caseKinds } from "#shared/contract/cases/own.ts";
import { addressOf, paths } from "#web/paths.ts";

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

const oneOf = <T extends string>(list: readonly T[], given: string | null): T | undefined =>
  list.find((one) => one === given);

/** Reads the state from an address. */
export function askedBy(search: string): Asked {
  const query = new URLSearchParams(search);
  return {
    state: oneOf(caseTabs, query.get("state")) ?? allWaiting.state,
    order: oneOf(caseOrders, query.get("order")) ?? allWaiting.order,
    kind: oneOf(caseKinds, query.get("kind")) ?? "",
    due: oneOf(["late", "today", "week"], query.get("due")) ?? "",
    who: oneOf(["mine", "nobody"], query.get("who")) ?? "",
    search: query.get("search") ?? "",
  };
}

/**
 * The parameters sent to the server and kept in the address: only those that differ from default.
 */
export function queryOf(asked: Asked): Record<string, string> {
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
  return addressOf(paths.questions, queryOf(asked));
}
