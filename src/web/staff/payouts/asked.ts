import { type PayoutTab, payoutTabs } from "#shared/contract/payouts/desk.ts";
import { paths } from "#web/paths.ts";

/** What the desk looks at: a tab, and what narrows it. */
export interface Asked {
  readonly tab: PayoutTab;
  /** Empty for all years. */
  readonly year: string;
  readonly search: string;
}

/** Reads what an address asks for; one that says nothing asks for what waits. */
export function askedBy(search: string): Asked {
  const query = new URLSearchParams(search);
  const year = query.get("year") ?? "";
  return {
    tab: payoutTabs.find((tab) => tab === query.get("tab")) ?? "waiting",
    year: /^(19|20)\d\d$/.test(year) ? year : "",
    search: query.get("search") ?? "",
  };
}

/** What is sent to the server, and kept in the address: only what differs from the beginning. */
export function queryOf({ tab, year, search }: Asked): Record<string, string> {
  const sent = search.trim();
  return {
    ...(tab !== "waiting" && { tab }),
    ...(year !== "" && { year }),
    ...(sent.length > 1 && { search: sent }),
  };
}

/** The address at which the desk shows what is asked. */
export function askedAddress(asked: Partial<Asked>): string {
  const whole = { tab: "waiting", year: "", search: "", ...asked } as const;
  const query = new URLSearchParams(queryOf(whole)).toString();
  return paths.payouts + (query && `?${query}`);
}
