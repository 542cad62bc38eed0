import type { AuditLogKind } from "#shared/contract/oversight/audit-log.ts";
import type { Values } from "#web/lib/form.ts";
import { addressOf } from "#web/staff/addresses.ts";
import { readParameters } from "#web/staff/parameters.ts";

export const filterNames = ["actor", "action", "subject", "text", "from", "to"] as const;
export type FilterName = (typeof filterNames)[number];

/** The filters; an empty one does not filter. */
export type Filters = Values<FilterName>;

/** The state of the audit log page: a kind of record, or all, and the filters. */
export interface Asked {
  readonly kind: AuditLogKind | "";
  readonly filters: Filters;
}

/** Reads the state from a query string; the default is everything. */
export function askedBy(search: string): Asked {
  const query = readParameters("audit", search);
  const filters = filterNames.map((name) => [name, (query[name] ?? "").trim()]);
  return { kind: query.kind ?? "", filters: Object.fromEntries(filters) as Filters };
}

/** The state of an address without a query string. */
export const everything: Asked = askedBy("");

/** The parameters sent to the server and kept in the address: only those filled in. */
export function queryOf({ kind, filters }: Asked): Record<string, string> {
  const filled = filterNames.map((name) => [name, filters[name].trim()] as const);
  const given = Object.fromEntries(filled.filter(([, value]) => value !== ""));
  return { ...(kind !== "" && { kind }), ...given };
}

/** Returns the address of the audit log in this state. */
export function auditAddress(asked: Asked): string {
  return addressOf("audit", queryOf(asked));
}
