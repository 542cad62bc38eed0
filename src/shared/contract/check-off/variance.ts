import * as z from "zod/mini";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import * as fields from "#shared/contract/kernel/fields.ts";

/** How the amount received from a member compares with the amount due. */
export const varianceKinds = ["expected", "short", "over", "missing", "unexpected"] as const;
export type VarianceKind = (typeof varianceKinds)[number];

const aBatch = z.object({ batch: fields.idParam });

const varianceSum = z.object({
  members: z.int(),
  expected: fields.amount,
  received: fields.amount,
});

export const variance = endpoint({
  name: "check-off.variance",
  method: "GET",
  path: "/api/v1/check-off/:batch/variance",
  summary:
    "Compares the amounts due in the month with the amounts received, a hundred members at a time",
  audience: { kind: "staff", permission: "checkoff.read" },
  subject: { param: "batch", kind: "check-off" },
  params: aBatch,
  query: z.strictObject({
    kind: z.enum(varianceKinds),
    /** The member number after which to continue. */
    after: z.optional(fields.memberNoParam),
  }),
  answer: z.object({
    totals: z.record(z.enum(varianceKinds), varianceSum),
    /** Amounts in the file that are not compared; together with them they make the whole file. */
    toDeposits: fields.amount,
    toShareCapital: fields.amount,
    toFees: fields.amount,
    toSuspense: fields.amount,
    amount: fields.amount,
    rows: z.array(
      z.object({
        memberNo: z.string(),
        member: z.string(),
        expected: fields.amount,
        received: fields.amount,
        difference: fields.amount,
      }),
    ),
    next: z.string(),
  }),
  problems: ["no-such-batch", "invalid"],
});

export const varianceFile = endpoint({
  name: "check-off.varianceFile",
  method: "GET",
  path: "/api/v1/check-off/:batch/variance.csv",
  summary:
    "Exports the whole variance report as CSV, with the compared amounts of the file as its total",
  audience: { kind: "staff", permission: "checkoff.read" },
  subject: { param: "batch", kind: "check-off" },
  limit: "documents",
  params: aBatch,
  answer: z.unknown(),
  files: ["text/csv; charset=utf-8"],
  problems: ["no-such-batch"],
});
