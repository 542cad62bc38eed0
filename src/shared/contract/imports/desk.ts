import * as z from "zod/mini";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import * as fields from "#shared/contract/kernel/fields.ts";
import {
  chosenDays,
  chosenReading,
  dayRule,
  fileReading,
} from "#shared/contract/kernel/file-reading.ts";

/** The kinds of files that come over the page, in the order in which a society brings them. */
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

/** Where an import is in its life. */
export const importStates = ["draft", "prepared", "posted", "undone", "discarded"] as const;
export type ImportState = (typeof importStates)[number];

/** What is done with an import, as its history tells it. */
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

/** How the proposal for a file's columns was come by. */
export const mappingSources = ["chosen", "same-header", "known-names", "guess"] as const;

/** Columns of a file that are looked at; a row with more is no table. */
export const MOST_COLUMNS = 100;

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
  /** The file's name, how much was found wrong, or why it was done. */
  detail: z.string(),
});

const row = {
  id: z.string(),
  state: z.enum(importStates),
  origin: z.enum(["page", "command-line"]),
  /** Names and kinds of its files, those replaced left out. */
  files: z.array(z.object({ kind: z.string(), name: z.string() })),
  rows: z.int(),
  /** What its entries come to; nought while it is not checked. */
  amount: fields.amount,
  createdBy: z.string(),
  createdOn: fields.day,
  preparedBy: z.string(),
  postedBy: z.string(),
  /** Who undid it or set it aside. */
  endedBy: z.string(),
  findings: z.int(),
};

const file = z.object({
  id: z.string(),
  kind,
  name: z.string(),
  rows: z.int(),
  reading: fileReading,
  /** The headings, each cell in its place. */
  header: z.array(z.string()),
  /** The first rows below, cell by cell; none once the import is posted. */
  samples: z.array(z.array(z.string())),
  /** Our columns, each with its place in the header: from nought, or -1 where it is left out. */
  columns: z.array(
    z.object({
      name: z.string(),
      needed: z.boolean(),
      place: z.int(),
      isDay: z.boolean(),
      /** How its dates are read, once the file is mapped. */
      days: z.nullable(dayRule),
    }),
  ),
  mapping: z.enum(mappingSources),
  /** What it was said to come to; -1 where nothing was said. */
  declaredRows: z.int(),
  declaredAmount: fields.amount,
  /** The column whose sum is held against what was declared; empty where the kind has none. */
  declares: z.string(),
  sums: z.array(z.object({ column: z.string(), amount: fields.amount })),
  /** The day its balances are of; empty where none was given, null where the kind has none. */
  asOf: z.nullable(fields.dayOrNone),
  /** Whether it looks like an earlier file, which a second person may be asked to allow. */
  lookAlike: z.enum(["no", "found", "waits"]),
  /** Lines that are listed twice, and whether somebody said that all of them are meant. */
  repeats: z.int(),
  repeatsMeant: z.boolean(),
  /** How much is wrong with it, of what is kept. */
  findings: z.int(),
});

/** An import with its files, control totals and history. */
export const importDetail = z.object({
  ...row,
  files: z.array(file),
  isChecked: z.boolean(),
  /** Rows and sum of each kind of entry. */
  kinds: z.array(z.object({ kind: z.string(), rows: z.int(), amount: fields.amount })),
  /** What stands on all accounts of a code after the posting, or with this import as checked. */
  closing: z.object({
    rows: z.array(z.object({ code: z.string(), debit: fields.amount, credit: fields.amount })),
    debit: fields.amount,
    credit: fields.amount,
    /** In Nairobi; empty while nothing is checked. */
    on: fields.dayOrNone,
    at: z.string(),
    isPosted: z.boolean(),
  }),
  steps: z.array(step),
  /** Whether who asks had a part in preparing it, and so may not post it. */
  own: z.boolean(),
  /** Whether what it wrote is known entry by entry. */
  isTracked: z.boolean(),
  /** Stands for the files and figures: a posting and an undoing send it back. */
  shownDigest: z.string(),
  /** Stands for all rows and how each file is read. */
  print: z.string(),
  /** Entries that an undoing reverses, and those of them that were reversed already. */
  entries: z.int(),
  reversed: z.int(),
  /** How far a check, a posting or an undoing is, in per cent; nought where none is under way. */
  progress: z.int(),
});

export const list = endpoint({
  name: "imports.list",
  method: "GET",
  path: "/api/v1/imports",
  summary: "Imports, the newest first, thirty at a time",
  audience: read,
  params: fields.nothing,
  query: z.strictObject({ before: z.optional(fields.idParam) }),
  body: fields.nothing,
  answer: z.object({ rows: z.array(z.object(row)), next: z.string() }),
  problems: ["invalid"],
  reads: "one-statement",
});

export const upload = endpoint({
  name: "imports.upload",
  method: "POST",
  path: "/api/v1/imports",
  summary: "Take in a file of a kind: a new import, one more file of one, or in another's place",
  audience: byPreparer,
  lasting: true,
  params: fields.nothing,
  query: z.strictObject({
    kind,
    fileName: fields.fileName,
    /** The import it is added to. */
    into: z.optional(fields.idParam),
    /** The file of that import whose place it takes. */
    replaces: z.optional(fields.idParam),
  }),
  takes: "table/*",
  body: fields.nothing,
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
  summary: "A file of a kind with its header and one row, to begin from",
  audience: read,
  limit: "documents",
  params: z.object({ kind }),
  body: fields.nothing,
  answer: z.unknown(),
  files: ["text/csv; charset=utf-8"],
  problems: ["invalid"],
});

export const one = endpoint({
  name: "imports.one",
  method: "GET",
  path: "/api/v1/imports/:importId",
  summary: "An import with its files, control totals and history",
  audience: read,
  params: anImport,
  body: fields.nothing,
  answer: importDetail,
  problems: ["no-such-import", "invalid"],
});

export const reread = endpoint({
  name: "imports.reread",
  method: "POST",
  path: "/api/v1/imports/:importId/files/:file/reading",
  summary: "Read a file with another separator, encoding, sheet or header row; it is mapped again",
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
  summary: "Say which column of a file is which, and what it should come to; all of it is checked",
  audience: byPreparer,
  lasting: true,
  params: aFile,
  body: z.strictObject({
    /** The place in the header of each column of ours; one that is left out is not there. */
    places: z.record(z.string(), z.int().check(z.gte(0), z.lt(MOST_COLUMNS))),
    /** How the dates of a column are read, where the file does not tell. */
    days: z.optional(z.record(z.string(), chosenDays)),
    expectedRows: z.optional(fields.countGiven),
    expectedAmount: z.optional(fields.sumGiven),
    /** The day the balances are of, for rows that do not have a day of their own. */
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
  summary: "Take a file out of an import that is not sent yet",
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
  summary: "What is wrong with an import by file, row and column, a hundred at a time",
  audience: read,
  params: anImport,
  query: z.strictObject({ after: z.optional(fields.rowParam) }),
  body: fields.nothing,
  answer: z.object({
    rows: z.array(
      z.object({
        place: z.int(),
        file: z.string(),
        fileName: z.string(),
        /** As a spreadsheet counts it; nought where it is the file as a whole. */
        row: z.int(),
        column: z.string(),
        /** Which reason it is, and what fills the places in its words. */
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
  summary: "The rows of a file that are wrong, as they were sent, each with its reasons",
  audience: read,
  limit: "documents",
  params: aFile,
  body: fields.nothing,
  answer: z.unknown(),
  files: ["text/csv; charset=utf-8"],
  problems: ["no-such-import", "no-such-file"],
});

/** What is answered once an import has changed its state. */
export const changed = z.object({ id: z.string(), state: z.enum(importStates) });
/** Why it was done. */
export const withReason = z.strictObject({ reason: fields.reasonGiven });

export const send = endpoint({
  name: "imports.send",
  method: "POST",
  path: "/api/v1/imports/:importId/sending",
  summary: "Send an import without fault to a second person",
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
  summary: "Set aside an import that is not to be posted",
  audience: byPreparer,
  params: anImport,
  body: withReason,
  answer: changed,
  status: 201,
  problems: ["no-such-import", "import-state", "in-progress", "invalid"],
});
