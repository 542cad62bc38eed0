import * as z from "zod/mini";
import { requested } from "#shared/contract/oversight/approvals.ts";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import * as fields from "#shared/contract/kernel/fields.ts";
import * as office from "#shared/contract/kernel/office-fields.ts";
import { readingGiven } from "./reading.ts";
import { fileReading } from "#shared/contract/kernel/file-reading.ts";
import type { FieldProblem } from "#shared/contract/kernel/problems.ts";

/** The states of a check-off file. */
export const batchStates = ["prepared", "posted", "reversed", "discarded"] as const;
export type BatchState = (typeof batchStates)[number];

/** How a line was matched: by a rule, by a clerk's decision, or not yet. */
export const lineStates = ["matched", "ambiguous", "unmatched", "decided"] as const;
export type LineState = (typeof lineStates)[number];

/** The destinations to which a person may move an amount from suspense. */
export const placements = [
  "loan",
  "deposits",
  "share-capital",
  "fees",
  "welfare",
  "insurance",
] as const;
export type Placement = (typeof placements)[number];

/** The destinations of an amount. */
export const destinations = [...placements, "suspense"] as const;
export type Destination = (typeof destinations)[number];

/** The rule that matched a line, or why none did; docs/check-off.md explains each one. */
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
const aLine = z.object({ batch: fields.idParam, row: office.rowParam });

const sum = z.object({ lines: z.int(), amount: fields.amount });

const batchRow = {
  id: z.string(),
  /** For example 2026-04. */
  month: z.string(),
  /** The value date of its money. */
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
  /** The number of lines by match state; together they make the whole file. */
  matched: sum,
  ambiguous: sum,
  unmatched: sum,
  decided: sum,
  /** The amounts by destination; together they make the whole file. */
  toLoans: fields.amount,
  toDeposits: fields.amount,
  toShareCapital: fields.amount,
  /** Fees, welfare contributions and insurance premiums. */
  toFees: fields.amount,
  toSuspense: fields.amount,
  /** Lines with an amount still in suspense, once the file is posted. */
  waiting: sum,
  takesDeposits: z.boolean(),
  /** Whether the requester took part in preparing the file and so may not post it. */
  own: z.boolean(),
  /**
   * How the file was read, with the rows that were skipped; null for files uploaded before this was
   * kept.
   */
  reading: z.nullable(fileReading),
});

export const batches = endpoint({
  name: "check-off.batches",
  method: "GET",
  path: "/api/v1/check-off",
  summary: "Lists check-off files, newest first, thirty at a time",
  audience: read,
  subject: "call",
  query: z.strictObject({ before: z.optional(fields.idParam) }),
  answer: z.object({ rows: z.array(z.object(batchRow)), next: z.string() }),
  problems: ["invalid"],
  reads: "one-statement",
});

export const prepare = endpoint({
  name: "check-off.prepare",
  method: "POST",
  path: "/api/v1/check-off",
  summary:
    "Uploads the check-off file of a month, checks it against its declared total and matches it",
  audience: byPreparer,
  lasting: true,
  query: z.strictObject({
    month: fields.monthGiven,
    declared: fields.amountGiven,
    fileName: office.fileName,
    /** The value date; when left out, the last day of the month or today. */
    valueDate: z.optional(fields.dayParam),
    ...readingGiven,
    /**
     * The index of each column, such as `member_no:0,amount:3`; otherwise the headings must be
     * known.
     */
    columns: z.optional(office.placesGiven),
    /** How many duplicate lines the user has confirmed. */
    repeats: z.optional(office.rowParam),
  }),
  takes: "table/*",
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
  summary: "Returns a check-off file with its control totals and its amounts by destination",
  audience: read,
  subject: { param: "batch", kind: "check-off" },
  params: aBatch,
  answer: z.extend(batchFigures, {
    /** The progress of a posting in percent; 0 where none is running. */
    progress: z.int(),
    /** Lines without a clear match, which the person who posts the file reviews first. */
    review: sum,
    /** An earlier file of another month with the same rows; null where there is none. */
    sameRows: z.nullable(z.object({ fileName: z.string(), month: z.string() })),
    /** SHA-256 over every line and the member it credits. */
    print: z.string(),
    /** The digest of the whole file; a posting sends it back. */
    digest: z.string(),
  }),
  problems: ["no-such-batch", "invalid"],
});

const part = z.object({
  to: z.enum(destinations),
  /** Empty unless the destination is a loan. */
  loanNo: z.string(),
  memberNo: z.string(),
  amount: fields.amount,
});

const line = z.object({
  row: z.int(),
  memberNo: z.string(),
  /** Empty where no member has this number. */
  member: z.string(),
  amount: fields.amount,
  note: z.string(),
  /** The row of the first identical line; 0 where the line is not repeated. */
  repeats: z.int(),
  state: z.enum(lineStates),
  reason: z.enum(lineReasons),
  decidedBy: z.string(),
  parts: z.array(part),
  /** The member's active loans to choose from. */
  loans: z.array(
    z.object({
      loanNo: z.string(),
      purpose: z.string(),
      balance: fields.amount,
      due: fields.amount,
    }),
  ),
  /** The destination of an amount placed out of suspense; else empty. */
  placed: z.string(),
  /** The proposed placement; left out where there is none. */
  proposed: z.optional(
    z.object({
      approvalId: z.string(),
      by: z.string(),
      /** Whether the requester proposed it and so may not approve it. */
      yours: z.boolean(),
      to: z.enum(placements),
      /** Empty unless the destination is a loan. */
      loanNo: z.string(),
      /** Empty where the destination is a loan. */
      memberNo: z.string(),
    }),
  ),
});

export const lines = endpoint({
  name: "check-off.lines",
  method: "GET",
  path: "/api/v1/check-off/:batch/lines",
  summary: "Lists the lines of a check-off file in one state, or in suspense, a hundred at a time",
  audience: read,
  subject: { param: "batch", kind: "check-off" },
  params: aBatch,
  query: z.strictObject({
    state: z.enum([...lineStates, "suspense"]),
    /** The row after which to continue. */
    after: z.optional(office.rowParam),
  }),
  answer: z.object({ rows: z.array(line), next: z.string() }),
  problems: ["invalid"],
});

const changed = z.object({ id: z.string(), state: z.enum(batchStates) });

const placed = {
  /** The loan it repays; any amount above its balance goes to suspense. */
  loanNo: z.optional(fields.loanNoParam),
  /** The member to credit, where it is not the line's member. */
  memberNo: z.optional(fields.memberNoParam),
};

export const decide = endpoint({
  name: "check-off.decide",
  method: "POST",
  path: "/api/v1/check-off/:batch/lines/:row/decision",
  summary: "Decides where a line goes: to one destination, or split into parts",
  audience: byPreparer,
  params: aLine,
  body: z
    .strictObject({
      to: z.optional(z.enum(destinations)),
      ...placed,
      /** Instead of one destination: parts that add up to the whole line. */
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
  summary: "Changes the value date of a file before it is posted",
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
  summary: "Matches a file again with the current loans; decisions that are still valid are kept",
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
  summary: "Discards a file that is not to be posted",
  audience: byPreparer,
  params: aBatch,
  body: z.strictObject({ reason: office.longReason }),
  answer: changed,
  status: 201,
  problems: ["no-such-batch", "batch-state", "in-progress", "invalid"],
});

export const place = endpoint({
  name: "check-off.place",
  method: "POST",
  path: "/api/v1/check-off/:batch/lines/:row/placement",
  summary: "Proposes a placement for a line in suspense, which another person approves",
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
