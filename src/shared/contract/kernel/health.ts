import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import * as fields from "./fields.ts";

const health = z.object({ status: z.literal("up") });

export const live = endpoint({
  name: "health.live",
  method: "GET",
  path: "/health/live",
  summary: "Whether the process answers at all",
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
  summary: "Whether the database answers and takes writes; held says that it is a copy of another",
  answer: z.object({ status: z.literal("up"), held: z.boolean() }),
  problems: ["busy", "disk-full", "read-only"],
});
