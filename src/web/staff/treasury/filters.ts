import { type MovementTab, movementTabs } from "#shared/contract/treasury/movements.ts";
import { type TreasuryKind, treasuryKindNames } from "#shared/treasury-kinds.ts";
import { booksAddress } from "#web/staff/addresses.ts";

/** The state of the list: its tab and filters. */
export interface Asked {
  readonly tab: MovementTab;
  readonly kind: TreasuryKind | "";
  readonly from: string;
  readonly to: string;
  readonly search: string;
}

/**
 * Reads the state from an address; the default is the tab of movements that wait for a second
 * person.
 */
export function askedBy(address: string): Asked {
  const query = new URLSearchParams(address);
  return {
    tab: movementTabs.find((tab) => tab === query.get("tab")) ?? "waiting",
    kind: treasuryKindNames.find((kind) => kind === query.get("kind")) ?? "",
    from: query.get("from") ?? "",
    to: query.get("to") ?? "",
    search: query.get("search") ?? "",
  };
}

/**
 * The parameters sent to the server and kept in the address: only those that differ from default.
 */
export function queryOf({ tab, kind, from, to, search }: Asked): Record<string, string> {
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
