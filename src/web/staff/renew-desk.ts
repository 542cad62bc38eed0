import type { Endpoint } from "#shared/contract/kernel/endpoint.ts";
import { counts } from "#shared/contract/office/waiting-work.ts";
import { useRenew } from "#web/lib/query.ts";

/** Asks again for what a step of the office has changed, and for how much waits since. */
export function useRenewDesk(): (...endpoints: readonly Endpoint[]) => Promise<void> {
  const renew = useRenew();
  return (...endpoints) => renew(counts, ...endpoints);
}
