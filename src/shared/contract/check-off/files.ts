import * as z from "zod/mini";
import { requested } from "#shared/contract/oversight/approvals.ts";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import * as fields from "#shared/contract/kernel/fields.ts";
import { readingGiven } from "./reading.ts";
import { fileReading } from "#shared/contract/kernel/file-reading.ts";
import type { FieldProblem } from "#shared/contract/kernel/problems.ts";

/** Where a check-off file is in its life. */
export const batchStates = ["prepared", "posted", "reversed", "discarded"] as const;
export type BatchState = (typeof batchStates)[number];

/** How a line stands: by the rule, by a clerk's decision, or not yet. */
export const lineStates = ["matched", "ambiguous", "unmatched", "decided"] as const;
export type LineState = (typeof lineStates)[number];

/** Where a person may place an amount that is in suspense. */
export const placements = [
  "loan",
  "deposits",
  "share-capital",
  "fees",
  "welfare",
  "insurance",
] as const;
export type Placement = (typeof placements)[number];

/** Where an amount goes. */
export const destinations = [...placements, "suspense"] as const;
export type Destination = (typeof destinations)[number];

/** By which rule a line was matched, or why it was not; docs/check-off.md says each in full. */
export const lineReasons = [
  "one-loan",
  "loan-named",
  "deposits-named",
  "share-capital-named",
  "fee-named",
  "split-by-expected",
  "oldest-due-first",
  "pays-all",
  "several-loans",
  "more-than-owed",
  "more-than-due",
  "note-contradicts",
  "note-unknown",
  "no-loan-for-note",
  "word-held",
  "no-member",
  "member-left",
  "no-loan",
  "loan-not-running",
  "no-deposits",
] as const;
export type LineReason = (typeof lineReasons)[number];

const read = { kind: "staff", permission: "checkoff.read" } as const;
const byPreparer = { kind: "staff", permission: "checkoff.prepare" } as const;

const aBatch = z.object({ batch: fields.idParam });
const aLine = z.object({ batch: fields.idParam, row: fields.rowParam });

const sum = z.object({ lines: z.int(), amount: fields.amount });

const batchRow = {
  id: z.string(),
  /** Such as 2026-04. */
  month: z.string(),
  /** From which day its money counts. */
  valueDate: fields.day,
  fileName: z.string(),
  lines: z.int(),
  amount: fields.amount,
  state: z.enum(batchStates),
  preparedBy: z.string(),
  preparedOn: fields.day,
  /** Empty until it is posted. */
  postedBy: z.string(),
  postedOn: z.string(),
  reason: z.string(),
};

const batchFigures = z.object({
  ...batchRow,
  /** Lines by how they stand; together the whole file. */
  matched: sum,
  ambiguous: sum,
  unmatched: sum,
  decided: sum,
  /** Amounts by where they go; together the whole file. */
  toLoans: fields.amount,
  toDeposits: fields.amount,
  toShareCapital: fields.amount,
  /** Fees, welfare contributions and insurance premiums. */
  toFees: fields.amount,
  toSuspense: fields.amount,
  /** Lines that still hold something in suspense, once the file is posted. */
  waiting: sum,
  takesDeposits: z.boolean(),
  /** Whether who asks took part in preparing it, and so may not post it. */
  own: z.boolean(),
  /** How it was read, with the rows that were skipped; null of files from before. */
  reading: z.nullable(fileReading),
});

export const batches = endpoint({
  name: "check-off.batches",
  method: "GET",
  path: "/api/v1/check-off",
  summary: "Check-off files, the newest first, thirty at a time",
  audience: read,
  params: fields.nothing,
  query: z.strictObject({ before: z.optional(fields.idParam) }),
  body: fields.nothing,
  answer: z.object({ rows: z.array(z.object(batchRow)), next: z.string() }),
  problems: ["invalid"],
  reads: "one-statement",
});

export const prepare = endpoint({
  name: "check-off.prepare",
  method: "POST",
  path: "/api/v1/check-off",
  summary: "Take in a check-off file of a month: read, held to its declared sum, and matched",
  audience: byPreparer,
  lasting: true,
  params: fields.nothing,
  query: z.strictObject({
    month: fields.monthGiven,
    declared: fields.amountGiven,
    fileName: fields.fileName,
    /** From which day the money counts; without it, the last day of the month or today. */
    valueDate: z.optional(fields.dayParam),
    ...readingGiven,
    /** The place of each column, such as member_no:0,amount:3; else the headings must be known. */
    columns: z.optional(fields.placesGiven),
    /** How many lines are confirmed that are listed twice. */
    repeats: z.optional(fields.rowParam),
  }),
  takes: "table/*",
  body: fields.nothing,
  answer: batchFigures,
  status: 201,
  problems: [
    "not-table",
    "too-large",
    "file-faults",
    "declared-differs",
    "file-known",
    "file-alike",
    "file-other-month",
    "lines-repeated",
    "invalid",
  ],
});

export const batch = endpoint({
  name: "check-off.batch",
  method: "GET",
  path: "/api/v1/check-off/:batch",
  summary: "A check-off file with its control totals and where its amounts go",
  audience: read,
  params: aBatch,
  body: fields.nothing,
  answer: z.extend(batchFigures, {
    /** How far a posting is, in per cent; nought where none is under way. */
    progress: z.int(),
    /** Lines that were not plainly matched, which whoever posts the file reads first. */
    review: sum,
    /** An earlier file of another month with the same rows; null where there is none. */
    sameRows: z.nullable(z.object({ fileName: z.string(), month: z.string() })),
    /** SHA-256 over every line and whom it credits. */
    print: z.string(),
    /** Stands for all of it: a posting sends it back. */
    digest: z.string(),
  }),
  problems: ["no-such-batch", "invalid"],
});

const part = z.object({
  to: z.enum(destinations),
  /** Empty but for a loan. */
  loanNo: z.string(),
  memberNo: z.string(),
  amount: fields.amount,
});

const line = z.object({
  row: z.int(),
  memberNo: z.string(),
  /** Empty where there is no such member. */
  member: z.string(),
  amount: fields.amount,
  note: z.string(),
  /** The row in which the same line is listed first; 0 where it is listed once. */
  repeats: z.int(),
  state: z.enum(lineStates),
  reason: z.enum(lineReasons),
  decidedBy: z.string(),
  parts: z.array(part),
  /** The running loans of its member, to choose from. */
  loans: z.array(
    z.object({
      loanNo: z.string(),
      purpose: z.string(),
      balance: fields.amount,
      due: fields.amount,
    }),
  ),
  /** Where what stood in suspense went, once it is placed; else empty. */
  placed: z.string(),
  /** Where somebody proposes that it goes; left out where nobody does. */
  proposed: z.optional(
    z.object({
      approvalId: z.string(),
      by: z.string(),
      /** Whether the requester proposed it, and so may not approve it. */
      yours: z.boolean(),
      to: z.enum(placements),
      /** Empty but for a loan. */
      loanNo: z.string(),
      /** Empty where it goes to a loan. */
      memberNo: z.string(),
    }),
  ),
});

export const lines = endpoint({
  name: "check-off.lines",
  method: "GET",
  path: "/api/v1/check-off/:batch/lines",
  summary: "Lines of a check-off file in one state, or those in suspense, a hundred at a time",
  audience: read,
  params: aBatch,
  query: z.strictObject({
    state: z.enum([...lineStates, "suspense"]),
    /** The row after which to go on. */
    after: z.optional(fields.rowParam),
  }),
  body: fields.nothing,
  answer: z.object({ rows: z.array(line), next: z.string() }),
  problems: ["invalid"],
});

const changed = z.object({ id: z.string(), state: z.enum(batchStates) });

const reason = z
  .string("field.required")
  .check(z.trim(), z.minLength(1, "field.required"), z.maxLength(300, "field.invalid"));

const placed = {
  /** The loan it repays; what is more than is owed on it goes to suspense. */
  loanNo: z.optional(fields.loanNoParam),
  /** Whose it becomes, where it is not the line's member. */
  memberNo: z.optional(fields.memberNoParam),
};

export const decide = endpoint({
  name: "check-off.decide",
  method: "POST",
  path: "/api/v1/check-off/:batch/lines/:row/decision",
  summary: "Decide where a line goes, matched or not, to one place or split into parts",
  audience: byPreparer,
  params: aLine,
  body: z
    .strictObject({
      to: z.optional(z.enum(destinations)),
      ...placed,
      /** Instead of one place: parts that come to the whole line. */
      parts: z.optional(
        z
          .array(
            z.strictObject({ to: z.enum(destinations), ...placed, amount: fields.amountGiven }),
          )
          .check(z.minLength(1, "field.required"), z.maxLength(10, "parts.many")),
      ),
    })
    .check(
      z.refine(({ to, parts }) => (to === undefined) !== (parts === undefined), {
        path: ["to"],
        error: "field.required" satisfies FieldProblem,
      }),
    ),
  answer: line,
  status: 201,
  problems: [
    "no-such-batch",
    "no-such-line",
    "no-such-loan",
    "no-such-member",
    "own-loan",
    "own-listing",
    "batch-state",
    "not-running",
    "no-deposits",
    "in-progress",
    "invalid",
  ],
});

export const setValueDate = endpoint({
  name: "check-off.setValueDate",
  method: "PUT",
  path: "/api/v1/check-off/:batch/value-date",
  summary: "Change the day from which the money of a file counts, before it is posted",
  audience: byPreparer,
  params: aBatch,
  body: z.strictObject({ valueDate: fields.dayParam }),
  answer: batchFigures,
  problems: ["no-such-batch", "batch-state", "in-progress", "invalid"],
});

export const rematch = endpoint({
  name: "check-off.rematch",
  method: "POST",
  path: "/api/v1/check-off/:batch/matching",
  summary: "Match a file again with loans as they stand now; decisions that still hold are kept",
  audience: byPreparer,
  lasting: true,
  params: aBatch,
  body: z.strictObject({}),
  answer: batchFigures,
  status: 201,
  problems: ["no-such-batch", "batch-state", "in-progress"],
});

export const discard = endpoint({
  name: "check-off.discard",
  method: "POST",
  path: "/api/v1/check-off/:batch/discarding",
  summary: "Set aside a file that is not to be posted",
  audience: byPreparer,
  params: aBatch,
  body: z.strictObject({ reason }),
  answer: changed,
  status: 201,
  problems: ["no-such-batch", "batch-state", "in-progress", "invalid"],
});

export const place = endpoint({
  name: "check-off.place",
  method: "POST",
  path: "/api/v1/check-off/:batch/lines/:row/placement",
  summary: "Propose where a line in suspense is placed; another approves it",
  audience: { kind: "staff", permission: "checkoff.place" },
  params: aLine,
  body: z.strictObject({ to: z.enum(placements), ...placed }),
  answer: requested,
  status: 201,
  problems: [
    "no-such-batch",
    "no-such-line",
    "no-such-loan",
    "no-such-member",
    "own-loan",
    "own-listing",
    "batch-state",
    "line-state",
    "approval-waits",
    "not-running",
    "no-deposits",
    "in-progress",
    "invalid",
  ],
});
