import * as z from "zod/mini";
import { jobNames } from "#shared/jobs.ts";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";

const job = z.strictObject({
  name: z.enum(jobNames),
  /**
   * Whether it runs now, failed or succeeded last, has not run for three of its intervals, or is
   * not set up here (`off`).
   */
  state: z.enum(["running", "succeeded", "failed", "overdue", "never", "off"]),
  /** An instant; empty before the first run. */
  startedAt: z.string(),
  /** The duration of the last run; 0 before it. */
  milliseconds: z.int(),
  /** The failures since the last success. */
  failures: z.int(),
});

export const list = endpoint({
  name: "jobs.list",
  method: "GET",
  path: "/api/v1/jobs",
  summary: "Lists the portal's automatic tasks with the result of their last run",
  audience: { kind: "staff", permission: "alerts.read" },
  subject: "call",
  answer: z.strictObject({ jobs: z.array(job) }),
  reads: "one-statement",
});
