import * as z from "zod/mini";
import { alertKinds } from "#shared/alert-kinds.ts";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import * as fields from "#shared/contract/kernel/fields.ts";

const alert = z.strictObject({
  kind: z.enum(alertKinds),
  /** Which of its kind, such as the name of a job; empty where there is only one. */
  subject: z.string(),
  /** How many things it is about; 0 where nothing is counted. */
  count: z.int(),
  /** An instant, as all of these. */
  firstSeenAt: z.string(),
  lastSeenAt: z.string(),
  /** When the administrators were told; empty before. */
  toldAt: z.string(),
  /** Empty while it is open. */
  resolvedAt: z.string(),
});

export const list = endpoint({
  name: "alerts.list",
  method: "GET",
  path: "/api/v1/alerts",
  summary: "Problems that the portal noticed by itself: those open, and those of the last 30 days",
  // Every page of the office asks for it and it is about no member, so it is no access to a record.
  audience: { kind: "colleague" },
  params: fields.nothing,
  body: fields.nothing,
  answer: z.strictObject({
    /** Null for roles without `alerts.read`. */
    open: z.nullable(z.array(alert)),
    past: z.nullable(z.array(alert)),
  }),
  reads: "one-statement",
});
