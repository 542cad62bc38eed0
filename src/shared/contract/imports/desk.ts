import * as z from "zod/mini";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import * as fields from "#shared/contract/kernel/fields.ts";
import * as office from "#shared/contract/kernel/office-fields.ts";
import {
  chosenDays,
  chosenReading,
  dayRule,
  fileReading,
} from "#shared/contract/kernel/file-reading.ts";
import { requested } from "#shared/contract/oversight/approvals.ts";

/** The kinds of files that can be uploaded, in the order in which a society brings them. */
export const importKinds = [
  "members",
  "next-of-kin",
  "entries",
  "loans",
  "guarantees",
  "withdrawables",
  "opening-balances",
] as const;
export type ImportKind = (typeof importKinds)[number];

/** The states of an import. */
export const importStates = ["draft", "prepared", "posted", "undone", "discarded"] as const;
export type ImportState = (typeof importStates)[number];

/** The events in the history of an import. */
export const importSteps = [
  "uploaded",
  "mended",
  "removed",
  "checked",
  "allowed",
  "confirmed",
  "prepared",
  "returned",
  "posted",
  "undone",
  "discarded",
] as const;

/** How the proposed column mapping of a file was found. */
export const mappingSources = ["chosen", "same-header", "known-names", "guess"] as const;

/** The most columns that are read; a row with more is not a table. */
export const MAX_COLUMNS = 100;

const read = { kind: "staff", permission: "imports.read" } as const;
export const byPreparer = { kind: "staff", permission: "imports.prepare" } as const;

export const anImport = z.object({ importId: fields.idParam });
/** A file of an import. */
export const aFile = z.object({ importId: fields.idParam, file: fields.idParam });
const kind = z.enum(importKinds);

const step = z.object({
  step: z.enum(importSteps),
  by: z.string(),
  on: fields.day,
  /** In Nairobi, such as 09:12. */
  at: z.string(),
  /** The file's name, the number of errors, or the reason given. */
  detail: z.string(),
});

const row = {
  id: z.string(),
  state: z.enum(importStates),
  origin: z.enum(["page", "command-line"]),
  /** Names and kinds of its files, without replaced ones. */
  files: z.array(z.object({ kind: z.string(), name: z.string() })),
  rows: z.int(),
  /** The total of its entries; 0 until it is checked. */
  amount: fields.amount,
  createdBy: z.string(),
  createdOn: fields.day,
  preparedBy: z.string(),
  postedBy: z.string(),
  /** The person who undid or discarded it. */
  endedBy: z.string(),
  findings: z.int(),
};

const file = z.object({
  id: z.string(),
  kind,
  name: z.string(),
  rows: z.int(),
  reading: fileReading,
  /** The heading cells in column order. */
  header: z.array(z.string()),
  /** The first rows below the header, cell by cell; empty once the import is posted. */
  samples: z.array(z.array(z.string())),
  /** Our columns, each with its index in the header, from 0, or -1 where it is left out. */
  columns: z.array(
    z.object({
      name: z.string(),
      needed: z.boolean(),
      place: z.int(),
      isDay: z.boolean(),
      /** The date format, once the file is mapped. */
      days: z.nullable(dayRule),
    }),
  ),
  mapping: z.enum(mappingSources),
  /** The declared total; -1 where none was declared. */
  declaredRows: z.int(),
  declaredAmount: fields.amount,
  /** The column whose total is compared with the declared one; empty where the kind has none. */
  declares: z.string(),
  sums: z.array(z.object({ column: z.string(), amount: fields.amount })),
  /** The date of its balances; empty where none was given, null where the kind has none. */
  asOf: z.nullable(fields.dayOrNone),
  /** Whether it resembles an earlier file, which a second person may be asked to allow. */
  lookAlike: z.enum(["no", "found", "waits"]),
  /** Duplicate lines, and whether a person confirmed that all of them are intended. */
  repeats: z.int(),
  repeatsMeant: z.boolean(),
  /** The number of stored errors. */
  findings: z.int(),
});

/** An import with its files, control totals and history. */
export const importDetail = z.object({
  ...row,
  files: z.array(file),
  isChecked: z.boolean(),
  /** Row count and total of each kind of entry. */
  kinds: z.array(z.object({ kind: z.string(), rows: z.int(), amount: fields.amount })),
  /** The total balance of every account on a code after the posting, or as it would be. */
  closing: z.object({
    rows: z.array(z.object({ code: z.string(), debit: fields.amount, credit: fields.amount })),
    debit: fields.amount,
    credit: fields.amount,
    /** In Nairobi; empty until the import is checked. */
    on: fields.dayOrNone,
    at: z.string(),
    isPosted: z.boolean(),
  }),
  steps: z.array(step),
  /** Whether the requester took part in preparing it and so may not post it. */
  own: z.boolean(),
  /** Whether each entry it posted is recorded. */
  isTracked: z.boolean(),
  /** The digest of the files and figures, which a posting and an undoing send back. */
  shownDigest: z.string(),
  /** The digest of all rows and of how each file is read. */
  print: z.string(),
  /** The entries that an undoing would reverse, and those already reversed. */
  entries: z.int(),
  reversed: z.int(),
  /** The progress of a check, a posting or an undoing in percent; 0 where none is running. */
  progress: z.int(),
});

export const list = endpoint({
  name: "imports.list",
  method: "GET",
  path: "/api/v1/imports",
  summary: "Lists imports, newest first, thirty at a time",
  audience: read,
  subject: "call",
  query: z.strictObject({ before: z.optional(fields.idParam) }),
  answer: z.object({ rows: z.array(z.object(row)), next: z.string() }),
  problems: ["invalid"],
  reads: "one-statement",
});

export const upload = endpoint({
  name: "imports.upload",
  method: "POST",
  path: "/api/v1/imports",
  summary: "Uploads a file: as a new import, into an existing one, or to replace a file of one",
  audience: byPreparer,
  lasting: true,
  query: z.strictObject({
    kind,
    fileName: office.fileName,
    /** The import to which it is added. */
    into: z.optional(fields.idParam),
    /** The file of that import that it replaces. */
    replaces: z.optional(fields.idParam),
  }),
  takes: "table/*",
  answer: importDetail,
  status: 201,
  problems: [
    "not-table",
    "too-large",
    "file-faults",
    "import-known",
    "no-such-import",
    "no-such-file",
    "import-state",
    "in-progress",
    "invalid",
  ],
});

export const sample = endpoint({
  name: "imports.sample",
  method: "GET",
  path: "/api/v1/import-samples/:kind",
  summary: "Returns a template of a file kind: its header and an example row",
  audience: read,
  subject: "call",
  limit: "documents",
  params: z.object({ kind }),
  answer: z.unknown(),
  files: ["text/csv; charset=utf-8"],
  problems: ["invalid"],
});

export const one = endpoint({
  name: "imports.one",
  method: "GET",
  path: "/api/v1/imports/:importId",
  summary: "Returns an import with its files, control totals and history",
  audience: read,
  subject: { param: "importId", kind: "import" },
  params: anImport,
  answer: importDetail,
  problems: ["no-such-import", "invalid"],
});

export const reread = endpoint({
  name: "imports.reread",
  method: "POST",
  path: "/api/v1/imports/:importId/files/:file/reading",
  summary:
    "Reads a file again with another separator, encoding, sheet or header row, then maps it again",
  audience: byPreparer,
  lasting: true,
  params: aFile,
  body: chosenReading,
  answer: importDetail,
  status: 201,
  problems: [
    "no-such-import",
    "no-such-file",
    "import-state",
    "file-faults",
    "in-progress",
    "invalid",
  ],
});

export const map = endpoint({
  name: "imports.map",
  method: "POST",
  path: "/api/v1/imports/:importId/files/:file/mapping",
  summary: "Sets the column mapping and the declared total of a file, then checks the whole import",
  audience: byPreparer,
  lasting: true,
  params: aFile,
  body: z.strictObject({
    /**
     * The index in the header of each of our columns; a column that is left out is not in the file.
     */
    places: z.record(z.string(), z.int().check(z.gte(0), z.lt(MAX_COLUMNS))),
    /** The date format of a column, where the file does not determine it. */
    days: z.optional(z.record(z.string(), chosenDays)),
    expectedRows: z.optional(office.countGiven),
    expectedAmount: z.optional(office.sumGiven),
    /** The date of the balances, for rows without a date. */
    asOf: z.optional(fields.dayParam),
  }),
  answer: importDetail,
  status: 201,
  problems: ["no-such-import", "no-such-file", "import-state", "in-progress", "invalid"],
});

export const remove = endpoint({
  name: "imports.remove",
  method: "POST",
  path: "/api/v1/imports/:importId/files/:file/removal",
  summary: "Removes a file from an import that is not submitted yet",
  audience: byPreparer,
  lasting: true,
  params: aFile,
  body: z.strictObject({}),
  answer: importDetail,
  status: 201,
  problems: ["no-such-import", "no-such-file", "import-state", "in-progress"],
});

export const findings = endpoint({
  name: "imports.findings",
  method: "GET",
  path: "/api/v1/imports/:importId/findings",
  summary: "Lists the errors of an import by file, row and column, a hundred at a time",
  audience: read,
  subject: { param: "importId", kind: "import" },
  params: anImport,
  query: z.strictObject({ after: z.optional(office.rowParam) }),
  answer: z.object({
    rows: z.array(
      z.object({
        place: z.int(),
        file: z.string(),
        fileName: z.string(),
        /** The spreadsheet row number; 0 for an error of the whole file. */
        row: z.int(),
        column: z.string(),
        /** The reason, and the values of the placeholders in its text. */
        reason: z.string(),
        given: z.record(z.string(), z.union([z.string(), z.number()])),
      }),
    ),
    next: z.string(),
  }),
  problems: ["no-such-import", "invalid"],
});

export const faultsFile = endpoint({
  name: "imports.faultsFile",
  method: "GET",
  path: "/api/v1/imports/:importId/files/:file/faults.csv",
  summary: "Exports the rows of a file that have errors, as uploaded, each with its reasons",
  audience: read,
  subject: { param: "importId", kind: "import" },
  limit: "documents",
  params: aFile,
  answer: z.unknown(),
  files: ["text/csv; charset=utf-8"],
  problems: ["no-such-import", "no-such-file"],
});

/** The answer after an import has changed its state. */
export const changed = z.object({ id: z.string(), state: z.enum(importStates) });
/** The reason given. */
export const withReason = z.strictObject({ reason: office.reasonGiven });

export const send = endpoint({
  name: "imports.send",
  method: "POST",
  path: "/api/v1/imports/:importId/sending",
  summary: "Submits an import without errors for approval by another person",
  audience: byPreparer,
  params: anImport,
  body: z.strictObject({}),
  answer: changed,
  status: 201,
  problems: ["no-such-import", "import-state", "import-faults", "in-progress"],
});

export const discard = endpoint({
  name: "imports.discard",
  method: "POST",
  path: "/api/v1/imports/:importId/discarding",
  summary: "Discards an import that is not to be posted",
  audience: byPreparer,
  params: anImport,
  body: withReason,
  answer: changed,
  status: 201,
  problems: ["no-such-import", "import-state", "in-progress", "invalid"],
});

export const insist = endpoint({
  name: "imports.insist",
  method: "POST",
  path: "/api/v1/imports/:importId/files/:file/insistence",
  summary: "Requests that another person allow a file that resembles one imported before",
  audience: byPreparer,
  params: aFile,
  body: z.strictObject({ reason: office.reasonGiven }),
  answer: requested,
  status: 201,
  problems: ["no-such-file", "import-state", "approval-waits", "invalid"],
});
