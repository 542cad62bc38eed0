import type { Period } from "#web/lib/period.ts";

/** The period as it is sent: one that ends today is left open, so the server's clock ends it. */
export type AskedPeriod = Readonly<{ from?: string; to?: string }>;

/** Returns the parameters to request a period on a given day. */
export function askedFor({ from, to }: Period, now: string): AskedPeriod {
  return { ...(from && { from }), ...(to && to < now && { to }) };
}
