import * as z from "zod/mini";
import { destinations, lineReasons, lineStates } from "./files.ts";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import * as fields from "#shared/contract/kernel/fields.ts";
import * as office from "#shared/contract/kernel/office-fields.ts";

const read = { kind: "staff", permission: "checkoff.read" } as const;
const aBatch = z.object({ batch: fields.idParam });

const credited = z.object({
  to: z.enum(destinations),
  /** Empty unless the destination is a loan. */
  loanNo: z.string(),
  /** The member to be credited; empty for suspense. */
  memberNo: z.string(),
  member: z.string(),
  amount: fields.amount,
});

const reviewed = z.object({
  row: z.int(),
  /**
   * The number in the file and the name of its member; the name is empty if there is no such
   * member.
   */
  memberNo: z.string(),
  member: z.string(),
  note: z.string(),
  amount: fields.amount,
  state: z.enum(lineStates),
  reason: z.enum(lineReasons),
  /** Empty unless a person decided the destination. */
  decidedBy: z.string(),
  /**
   * An instant; empty for a line without a decision, or that was decided before times were
   * recorded.
   */
  decidedAt: z.string(),
  /** Whether the credit goes to another member than the one in the file. */
  another: z.boolean(),
  parts: z.array(credited),
});

export const review = endpoint({
  name: "check-off.review",
  method: "GET",
  path: "/api/v1/check-off/:batch/review",
  summary: "Lists lines without a clear match, with the member to be credited, a hundred at a time",
  audience: read,
  subject: { param: "batch", kind: "check-off" },
  params: aBatch,
  query: z.strictObject({
    /** The row after which to continue. */
    after: z.optional(office.rowParam),
  }),
  answer: z.object({
    rows: z.array(reviewed),
    next: z.string(),
    /** The digest of the file when these rows were read, the same as from check-off.batch. */
    print: z.string(),
  }),
  problems: ["no-such-batch", "invalid"],
});

export const reviewFile = endpoint({
  name: "check-off.reviewFile",
  method: "GET",
  path: "/api/v1/check-off/:batch/review.csv",
  summary: "Exports all lines without a clear match, with the member to be credited, as CSV",
  audience: read,
  subject: { param: "batch", kind: "check-off" },
  limit: "documents",
  params: aBatch,
  answer: z.unknown(),
  files: ["text/csv; charset=utf-8"],
  problems: ["no-such-batch"],
});
