import { type PayoutTab, payoutTabs } from "#shared/contract/payouts/desk.ts";
import { addressOf, paths } from "#web/paths.ts";

/** The state of the desk: a tab and its filters. */
export interface Asked {
  readonly tab: PayoutTab;
  /** Empty for all years. */
  readonly year: string;
  readonly search: string;
}

/** Reads the state from an address; the default is the waiting tab. */
export function askedBy(search: string): Asked {
  const query = new URLSearchParams(search);
  const year = query.get("year") ?? "";
  return {
    tab: payoutTabs.find((tab) => tab === query.get("tab")) ?? "waiting",
    year: /^(19|20)\d\d$/.test(year) ? year : "",
    search: query.get("search") ?? "",
  };
}

/**
 * The parameters sent to the server and kept in the address: only those that differ from default.
 */
export function queryOf({ tab, year, search }: Asked): Record<string, string> {
  const sent = search.trim();
  return {
    ...(tab !== "waiting" && { tab }),
    ...(year !== "" && { year }),
    ...(sent.length > 1 && { search: sent }),
  };
}

/** Returns the address of the desk in this state. */
export function askedAddress(asked: Partial<Asked>): string {
  const whole = { tab: "waiting", year: "", search: "", ...asked } as const;
  return addressOf(paths.payouts, queryOf(whole));
}
