import { type TrailKind, trailKinds } from "#shared/contract/oversight/audit-trail.ts";
import type { Values } from "#web/lib/form.ts";
import { paths } from "#web/paths.ts";

export const filterNames = ["actor", "action", "subject", "text", "from", "to"] as const;
export type FilterName = (typeof filterNames)[number];

/** What is looked for; what is empty does not narrow it. */
export type Filters = Values<FilterName>;

/** What of the trail is looked at: a kind of records, or all, with what narrows it. */
export interface Asked {
  readonly kind: TrailKind | "";
  readonly filters: Filters;
}

/** Reads what an address asks for; one that says nothing asks for everything. */
export function askedBy(search: string): Asked {
  const query = new URLSearchParams(search);
  const filters = filterNames.map((name) => [name, (query.get(name) ?? "").trim()]);
  return {
    kind: trailKinds.find((one) => one === query.get("kind")) ?? "",
    filters: Object.fromEntries(filters) as Filters,
  };
}

/** What an address without a question asks for. */
export const everything: Asked = askedBy("");

/** What is sent to the server, and kept in the address: only what was filled in. */
export function queryOf({ kind, filters }: Asked): Record<string, string> {
  const filled = filterNames.map((name) => [name, filters[name].trim()] as const);
  const given = Object.fromEntries(filled.filter(([, value]) => value !== ""));
  return { ...(kind !== "" && { kind }), ...given };
}

/** The address at which the trail shows what is asked. */
export function auditAddress(asked: Asked): string {
  const query = new URLSearchParams(queryOf(asked)).toString();
  return paths.audit + (query && `?${query}`);
}
