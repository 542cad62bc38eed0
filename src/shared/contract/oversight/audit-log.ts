import * as z from "zod/mini";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import * as fields from "#shared/contract/kernel/fields.ts";

const reader = { kind: "staff", permission: "audit.read" } as const;

const word = z
  .string("field.required")
  .check(z.trim(), z.minLength(1, "field.required"), z.maxLength(80, "field.invalid"));

/** The cursor of the audit log: after the record with this microsecond and number. */
const cursor = z.pipe(
  z.string(),
  z.transform((given, context) => {
    const match = /^(-?\d{1,17})_(\d{1,18})$/.exec(given);
    if (match !== null) return { at: BigInt(match[1] ?? 0), seq: BigInt(match[2] ?? 0) };
    context.issues.push({ code: "custom", message: "field.invalid", input: given });
    return z.NEVER;
  }),
);

/** Records to leave out: accesses only, or all that changed nothing. */
export const auditLogKinds = ["without-accesses", "changes"] as const;
export type AuditLogKind = (typeof auditLogKinds)[number];

const filters = {
  /** Everything when left out. */
  kind: z.optional(z.enum(auditLogKinds, "field.invalid")),
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
  /** The JSON text as it was written. */
  detail: z.string(),
  hash: z.string(),
});

export const search = endpoint({
  name: "audit.search",
  method: "GET",
  path: "/api/v1/audit",
  summary: "Lists the audit log, newest first, fifty at a time, by actor, action, subject and date",
  audience: reader,
  subject: "call",
  query: z.strictObject({ ...filters, before: z.optional(cursor) }),
  answer: z.object({
    rows: z.array(record),
    /** The date back to which a search with less than a full page has read; empty at the end. */
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
  summary: "Exports the matching audit log records as CSV, newest first",
  audience: reader,
  subject: "call",
  limit: "documents",
  query: z.strictObject(filters),
  answer: fields.nothing,
  files: ["text/csv; charset=utf-8"],
  problems: ["invalid"],
});

export const head = endpoint({
  name: "audit.head",
  method: "GET",
  path: "/api/v1/audit/head",
  summary: "Returns the newest record's number and digest, to be kept outside the system",
  audience: reader,
  subject: "call",
  answer: z.object({
    society: z.string(),
    seq: z.string(),
    /** SHA-256, in hexadecimal. */
    hash: z.string(),
    /** When it was written. */
    at: z.string(),
    /** When it was exported. */
    takenAt: z.string(),
  }),
});

export const chain = endpoint({
  name: "audit.chain",
  method: "GET",
  path: "/api/v1/audit/chain",
  summary: "Verifies the hash chain of the audit log from a record on, some 10,000s at a time",
  audience: reader,
  subject: "call",
  query: z.strictObject({ after: z.optional(z.union([z.literal("0"), fields.idParam])) }),
  answer: z.object({
    /** The number of the newest record. */
    length: z.string(),
    /** The last record that was verified against the one before it. */
    to: z.string(),
    /** The first record that fails; empty where all are valid. */
    brokenAt: z.string(),
    /** The digest of record `to`. */
    hash: z.string(),
    isEnd: z.boolean(),
  }),
  problems: ["invalid"],
});
