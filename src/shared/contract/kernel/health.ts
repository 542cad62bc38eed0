import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { live } from "./liveness.ts";

export const ready = endpoint({
  ...live,
  name: "health.ready",
  path: "/health/ready",
  summary: "Returns whether the database answers and accepts writes; `held` marks a copy",
  answer: z.object({ status: z.literal("up"), held: z.boolean() }),
  problems: ["busy", "disk-full", "read-only"],
});

/**
 * Shows only enough for an operator to see whether an upgrade has taken effect: nothing about the
 * machine, Node, PostgreSQL or the society.
 */
export const version = endpoint({
  ...live,
  name: "health.version",
  path: "/version",
  summary: "Returns the release, the commit it was built from if that is known, and the schema",
  answer: z.object({
    version: z.string(),
    commit: z.nullable(z.string()),
    /** The number of the newest migration of the database. */
    schema: z.int(),
  }),
  problems: ["busy"],
});

export const healthCalls = [live, ready, version] as const;
