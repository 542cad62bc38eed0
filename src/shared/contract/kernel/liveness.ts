import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import * as fields from "./basic-fields.ts";

const health = z.object({ status: z.literal("up") });

/** Apart from the other calls of health, which no page of members needs. */
export const live = endpoint({
  name: "health.live",
  method: "GET",
  path: "/health/live",
  summary: "Returns whether the process is running",
  audience: { kind: "anyone" },
  limit: "public",
  params: fields.nothing,
  query: fields.anyQuery,
  body: fields.nothing,
  answer: health,
  reads: "one-statement",
});
