import * as z from "zod/mini";
import { alertKinds } from "#shared/alert-kinds.ts";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";

const alert = z.strictObject({
  kind: z.enum(alertKinds),
  /** The subject within its kind, such as the name of a job; empty where there is only one. */
  subject: z.string(),
  /** The number of items concerned; 0 where nothing is counted. */
  count: z.int(),
  /** An instant, like all times here. */
  firstSeenAt: z.string(),
  lastSeenAt: z.string(),
  /** When the administrators were notified; empty before. */
  toldAt: z.string(),
  /** Empty while it is open. */
  resolvedAt: z.string(),
});

export const list = endpoint({
  name: "alerts.list",
  method: "GET",
  path: "/api/v1/alerts",
  summary: "Lists the portal's alerts: open ones, and those of the last 30 days",
  // Every staff page calls it and it contains no member data, so it is not a logged access.
  audience: { kind: "any-staff" },
  answer: z.strictObject({
    /** Null for roles without `alerts.read`. */
    open: z.nullable(z.array(alert)),
    past: z.nullable(z.array(alert)),
  }),
  reads: "one-statement",
});
