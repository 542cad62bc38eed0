import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import * as fields from "./basic-fields.ts";

const health = z.object({ status: z.literal("up") });

/** Separate from the other health calls, which members' pages do not need. */
export const live = endpoint({
  name: "health.live",
  method: "GET",
  path: "/health/live",
  summary: "Returns whether the process is running",
  audience: { kind: "anyone" },
  limit: "public",
  query: fields.anyQuery,
  answer: health,
  reads: "one-statement",
});
