import type { MovementTab } from "#shared/contract/treasury/movements.ts";
import type { TreasuryKind } from "#shared/treasury-kinds.ts";
import { booksAddress } from "#web/staff/addresses.ts";
import { useParameters } from "#web/staff/parameters.ts";

/** The state of the list: its tab and filters. */
export interface Asked {
  readonly tab: MovementTab;
  readonly kind: TreasuryKind | "";
  readonly from: string;
  readonly to: string;
  readonly search: string;
}

/**
 * Reads the state from the address; the default is the tab of movements that wait for a second
 * person.
 */
export function useAsked(): Asked {
  const asked = useParameters("books");
  const { tab = "waiting", kind = "", from = "", to = "", search = "" } = asked;
  return { tab, kind, from, to, search };
}

/**
 * The parameters sent to the server and kept in the address: only those that differ from default.
 */
export function queryOf({ tab, kind, from, to, search }: Asked): Partial<Asked> {
  const sent = search.trim();
  return {
    ...(tab !== "waiting" && { tab }),
    ...(kind && { kind }),
    ...(from && { from }),
    ...(to && { to }),
    ...(sent.length > 1 && { search: sent }),
  };
}

/** Returns the address of the treasury in this state. */
export function askedAddress(asked: Asked): string {
  return booksAddress("treasury", queryOf(asked));
}
