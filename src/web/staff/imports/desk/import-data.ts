import type * as z from "zod/mini";
import { findings, list, one as endpoint } from "#shared/contract/imports/desk.ts";
import { useRenew } from "#web/lib/query.ts";

export type Import = z.output<typeof endpoint.answer>;
export type ImportFile = Import["files"][number];

/** Invalidates everything that is shown of imports. */
export function useRenewImports(): () => Promise<void> {
  const renew = useRenew();
  return () => renew(endpoint, findings, list);
}
