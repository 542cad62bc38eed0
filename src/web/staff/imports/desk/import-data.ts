import type * as z from "zod/mini";
import { findings, list, one as endpoint } from "#shared/contract/imports/desk.ts";
import { useRenew } from "#web/lib/query.ts";
import type { ImportsWords } from "#shared/messages/imports/imports-en.ts";

export type Import = z.output<typeof endpoint.answer>;
export type ImportFile = Import["files"][number];

/** Invalidates all displayed data of imports. */
export function useRenewImports(): () => Promise<void> {
  const renew = useRenew();
  return () => renew(endpoint, findings, list);
}

/** The label of one of our columns. */
export function columnWords({ columns }: ImportsWords, name: string): string {
  return (columns as Readonly<Record<string, string>>)[name] ?? name;
}
