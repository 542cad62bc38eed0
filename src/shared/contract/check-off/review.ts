import * as z from "zod/mini";
import { destinations, lineReasons, lineStates } from "./files.ts";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import * as fields from "#shared/contract/kernel/fields.ts";

const read = { kind: "staff", permission: "checkoff.read" } as const;
const aBatch = z.object({ batch: fields.idParam });

const credited = z.object({
  to: z.enum(destinations),
  /** Empty but for a loan. */
  loanNo: z.string(),
  /** Who is credited; empty for suspense. */
  memberNo: z.string(),
  member: z.string(),
  amount: fields.amount,
});

const reviewed = z.object({
  row: z.int(),
  /** The number in the file and the member who has it; the name is empty where nobody has. */
  memberNo: z.string(),
  member: z.string(),
  note: z.string(),
  amount: fields.amount,
  state: z.enum(lineStates),
  reason: z.enum(lineReasons),
  /** Empty unless a person decided where the line goes. */
  decidedBy: z.string(),
  /** An instant; empty for a line that nobody decided, or before decisions were dated. */
  decidedAt: z.string(),
  /** Whether somebody other than the member with the number in the file is credited. */
  another: z.boolean(),
  parts: z.array(credited),
});

export const review = endpoint({
  name: "check-off.review",
  method: "GET",
  path: "/api/v1/check-off/:batch/review",
  summary: "Lines that were not plainly matched, with who is credited, a hundred at a time",
  audience: read,
  params: aBatch,
  query: z.strictObject({
    /** The row after which to go on. */
    after: z.optional(fields.rowParam),
  }),
  body: fields.nothing,
  answer: z.object({
    rows: z.array(reviewed),
    next: z.string(),
    /** The hash of the file as these rows were read; check-off.batch gives it too. */
    print: z.string(),
  }),
  problems: ["no-such-batch", "invalid"],
});

export const reviewFile = endpoint({
  name: "check-off.reviewFile",
  method: "GET",
  path: "/api/v1/check-off/:batch/review.csv",
  summary: "All lines that were not plainly matched, with who is credited, as CSV",
  audience: read,
  limit: "documents",
  params: aBatch,
  body: fields.nothing,
  answer: z.unknown(),
  files: ["text/csv; charset=utf-8"],
  problems: ["no-such-batch"],
});
