import { type PayoutTab, payoutTabs } from "#shared/contract/payouts/desk.ts";
import { addressOf } from "#web/staff/addresses.ts";
import { useParameters } from "#web/staff/parameters.ts";

/** The state of the desk: a tab and its filters. */
export interface Asked {
  readonly tab: PayoutTab;
  /** Empty for all years. */
  readonly year: string;
  readonly search: string;
}

/** Reads the state from the address; the default is the waiting tab. */
export function useAsked(): Asked {
  const { tab, year = "", search = "" } = useParameters("payouts");
  return { tab: payoutTabs.find((one) => one === tab) ?? "waiting", year, search };
}

/**
 * The parameters sent to the server and kept in the address: only those that differ from default.
 */
export function queryOf({ tab, year, search }: Asked): Partial<Asked> {
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
  return addressOf("payouts", queryOf(whole));
}
