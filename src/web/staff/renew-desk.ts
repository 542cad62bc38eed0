import type { Endpoint } from "#shared/contract/kernel/endpoint.ts";
import { counts } from "#shared/contract/office/waiting-work.ts";
import { useRenew } from "#web/lib/query.ts";

/** Reloads what an action of the office has changed, and the counts of waiting work. */
export function useRenewDesk(): (...endpoints: readonly Endpoint[]) => Promise<void> {
  const renew = useRenew();
  return (...endpoints) => renew(counts, ...endpoints);
}
