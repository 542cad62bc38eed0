import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import * as fields from "./fields.ts";

const health = z.object({ status: z.literal("up") });

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

export const ready = endpoint({
  ...live,
  name: "health.ready",
  path: "/health/ready",
  summary: "Returns whether the database answers and accepts writes; `held` marks a copy",
  answer: z.object({ status: z.literal("up"), held: z.boolean() }),
  problems: ["busy", "disk-full", "read-only"],
});
