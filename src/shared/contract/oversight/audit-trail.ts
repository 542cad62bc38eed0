import * as z from "zod/mini";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import * as fields from "#shared/contract/kernel/fields.ts";

const reader = { kind: "staff", permission: "audit.read" } as const;

const word = z
  .string("field.required")
  .check(z.trim(), z.minLength(1, "field.required"), z.maxLength(80, "field.invalid"));

/** Where the trail goes on: behind the record of a microsecond and number. */
const cursor = z.pipe(
  z.string(),
  z.transform((given, context) => {
    const match = /^(-?\d{1,17})_(\d{1,18})$/.exec(given);
    if (match !== null) return { at: BigInt(match[1] ?? 0), seq: BigInt(match[2] ?? 0) };
    context.issues.push({ code: "custom", message: "field.invalid", input: given });
    return z.NEVER;
  }),
);

/** What of the trail is left out: only looks, or all that changed nothing. */
export const trailKinds = ["without-looks", "changes"] as const;
export type TrailKind = (typeof trailKinds)[number];

const filters = {
  /** Everything when left out. */
  kind: z.optional(z.enum(trailKinds, "field.invalid")),
  actor: z.optional(word),
  action: z.optional(word),
  subject: z.optional(word),
  from: z.optional(fields.dayParam),
  to: z.optional(fields.dayParam),
  text: z.optional(word),
};

const record = z.object({
  seq: z.string(),
  at: z.string(),
  actor: z.string(),
  action: z.string(),
  subject: z.string(),
  /** As JSON, as it was written. */
  detail: z.string(),
  hash: z.string(),
});

export const search = endpoint({
  name: "audit.search",
  method: "GET",
  path: "/api/v1/audit",
  summary: "The audit trail, the newest first, fifty at a time, by who, what, whereof and when",
  audience: reader,
  params: fields.nothing,
  query: z.strictObject({ ...filters, before: z.optional(cursor) }),
  body: fields.nothing,
  answer: z.object({
    rows: z.array(record),
    /** Back to when a search has looked where it found fewer than a page; empty at the end. */
    lookedTo: z.string(),
    next: z.string(),
  }),
  problems: ["invalid"],
  reads: "one-statement",
});

export const file = endpoint({
  name: "audit.file",
  method: "GET",
  path: "/api/v1/audit.csv",
  summary: "All of the audit trail that is asked for as CSV, the newest first",
  audience: reader,
  limit: "documents",
  params: fields.nothing,
  query: z.strictObject(filters),
  body: fields.nothing,
  answer: fields.nothing,
  files: ["text/csv; charset=utf-8"],
  problems: ["invalid"],
});

export const head = endpoint({
  name: "audit.head",
  method: "GET",
  path: "/api/v1/audit/head",
  summary: "The newest record's number and digest, to be kept outside",
  audience: reader,
  params: fields.nothing,
  body: fields.nothing,
  answer: z.object({
    society: z.string(),
    seq: z.string(),
    /** SHA-256, in hexadecimals. */
    hash: z.string(),
    /** When it was written. */
    at: z.string(),
    /** When it was taken out. */
    takenAt: z.string(),
  }),
});

export const chain = endpoint({
  name: "audit.chain",
  method: "GET",
  path: "/api/v1/audit/chain",
  summary: "Follow the chain of the trail from a record on, some tens of thousands at a time",
  audience: reader,
  params: fields.nothing,
  query: z.strictObject({ after: z.optional(z.union([z.literal("0"), fields.idParam])) }),
  body: fields.nothing,
  answer: z.object({
    /** The newest record there is. */
    length: z.string(),
    /** Up to which record each follows from the one before. */
    to: z.string(),
    /** The first that does not; empty where all do. */
    brokenAt: z.string(),
    /** The digest of record `to`. */
    hash: z.string(),
    isEnd: z.boolean(),
  }),
  problems: ["invalid"],
});
