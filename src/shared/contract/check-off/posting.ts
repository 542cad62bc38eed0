import * as z from "zod/mini";
import { batchStates } from "./files.ts";
import { readingGiven } from "./reading.ts";
import { requested } from "#shared/contract/oversight/approvals.ts";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import * as fields from "#shared/contract/kernel/fields.ts";
import * as office from "#shared/contract/kernel/office-fields.ts";

const byPoster = { kind: "staff", permission: "checkoff.post" } as const;
const aBatch = z.object({ batch: fields.idParam });
const changed = z.object({ id: z.string(), state: z.enum(batchStates) });

export const post = endpoint({
  name: "check-off.post",
  method: "POST",
  path: "/api/v1/check-off/:batch/posting",
  summary: "Posts a whole file at once, by a person who had no part in preparing it",
  audience: byPoster,
  lasting: true,
  params: aBatch,
  body: z.strictObject({ digest: office.shownDigest }),
  answer: changed,
  status: 201,
  problems: [
    "shown-changed",
    "invalid",
    "no-such-batch",
    "batch-state",
    "batch-two-people",
    "batch-credits-you",
    "batch-moved",
    "month-closed",
    "batch-left",
    "in-progress",
  ],
});

export const reversal = endpoint({
  name: "check-off.reversal",
  method: "GET",
  path: "/api/v1/check-off/:batch/reversal",
  summary: "Previews the reversal of a posted file: its entries, their total and the SMS sent",
  audience: byPoster,
  subject: { param: "batch", kind: "check-off" },
  params: aBatch,
  answer: z.object({
    entries: z.int(),
    amount: fields.amount,
    /** The number of SMS to be sent. */
    messages: z.int(),
    /** Lines placed out of suspense, which must be reversed first. */
    placed: z.object({ lines: z.int(), amount: fields.amount }),
    /** The digest of the whole preview; the reversal sends it back. */
    digest: z.string(),
  }),
  problems: ["no-such-batch", "batch-state", "invalid"],
});

export const reverse = endpoint({
  name: "check-off.reverse",
  method: "POST",
  path: "/api/v1/check-off/:batch/reversal",
  summary:
    "Reverses a posted file, by a person other than the one who posted it; members are notified",
  audience: byPoster,
  lasting: true,
  params: aBatch,
  body: z.strictObject({ reason: office.longReason, digest: office.shownDigest }),
  answer: changed,
  status: 201,
  problems: [
    "no-such-batch",
    "batch-state",
    "shown-changed",
    "batch-placed",
    "batch-own",
    "not-enough",
    "in-progress",
    "invalid",
  ],
});

export const reversePlacement = endpoint({
  name: "check-off.reversePlacement",
  method: "POST",
  path: "/api/v1/check-off/:batch/lines/:row/placement/reversal",
  summary:
    "Requests that a wrong placement be reversed into suspense, which another person approves",
  audience: { kind: "staff", permission: "checkoff.place" },
  params: z.object({ batch: fields.idParam, row: office.rowParam }),
  body: z.strictObject({ reason: office.reasonGiven }),
  answer: requested,
  status: 201,
  problems: [
    "no-such-batch",
    "no-such-placement",
    "batch-state",
    "own-loan",
    "own-listing",
    "approval-waits",
    "in-progress",
    "invalid",
  ],
});

export const insist = endpoint({
  name: "check-off.insist",
  method: "POST",
  path: "/api/v1/check-off/repeats",
  summary: "Requests that another person allow a file that repeats or resembles an earlier one",
  audience: { kind: "staff", permission: "checkoff.prepare" },
  lasting: true,
  query: z.strictObject({
    month: fields.monthGiven,
    declared: fields.amountGiven,
    fileName: office.fileName,
    reason: office.reasonGiven,
    ...readingGiven,
    columns: z.optional(office.placesGiven),
    repeats: z.optional(office.rowParam),
  }),
  takes: "table/*",
  answer: requested,
  status: 201,
  problems: [
    "not-table",
    "too-large",
    "file-faults",
    "declared-differs",
    "lines-repeated",
    "file-not-alike",
    "approval-waits",
    "invalid",
  ],
});
