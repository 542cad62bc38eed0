import * as z from "zod/mini";
import { parseCalendarDate } from "#shared/calendar-date.ts";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import * as fields from "#shared/contract/kernel/fields.ts";
import * as office from "#shared/contract/kernel/office-fields.ts";
import { accountCodeGiven } from "./chart.ts";

const reader = { kind: "staff", permission: "proof.read" } as const;
const csvFile = ["text/csv; charset=utf-8"] as const;

const trialRow = z.object({
  code: z.string(),
  /** The code of an account that was added under it; else empty. */
  added: z.string(),
  /** In the requested language. */
  name: z.string(),
  debit: fields.amount,
  credit: fields.amount,
});

const onDay = z.strictObject({ day: z.optional(fields.dayParam) });

export const trialBalance = endpoint({
  name: "books.trialBalance",
  method: "GET",
  readsFrom: "replica",
  path: "/api/v1/books/trial-balance",
  summary: "Returns the trial balance: the balance of every ledger account at the end of a day",
  audience: reader,
  subject: "call",
  query: onDay,
  answer: z.object({
    day: fields.day,
    today: fields.day,
    /** The day up to which the books are closed; empty while no month is closed. */
    closedUntil: fields.dayOrNone,
    rows: z.array(trialRow),
    debit: fields.amount,
    credit: fields.amount,
  }),
  problems: ["invalid"],
});

export const trialBalanceFile = endpoint({
  name: "books.trialBalanceFile",
  method: "GET",
  readsFrom: "replica",
  path: "/api/v1/books/trial-balance.csv",
  summary: "Exports the trial balance of a day as CSV",
  audience: reader,
  subject: "call",
  limit: "documents",
  query: onDay,
  answer: fields.nothing,
  files: csvFile,
  problems: ["invalid"],
});

const finding = z.object({
  check: z.string(),
  subject: z.string(),
  expected: z.string(),
  found: z.string(),
});

export const controls = endpoint({
  name: "books.controls",
  method: "GET",
  readsFrom: "replica",
  path: "/api/v1/books/controls",
  summary: "Compares each control account with the sum of its members' accounts",
  audience: reader,
  subject: "call",
  answer: z.array(
    z.object({
      code: z.string(),
      name: z.string(),
      accounts: z.int(),
      /** As posted, in the account's normal direction. */
      control: fields.amount,
      /** The sum of the members' accounts. */
      members: fields.amount,
      difference: fields.amount,
      /** Members whose accounts differ from their postings, from the last run; at most fifty. */
      offenders: z.array(finding),
    }),
  ),
});

/** A ledger account code in a path, such as member-deposits. */
const accountParam = z.string().check(z.regex(/^[a-z]+(-[a-z]+)*$/, "field.invalid"));

const searchGiven = z
  .string("field.required")
  .check(z.trim(), z.minLength(1, "field.required"), z.maxLength(80, "field.invalid"));

/** The cursor of a list of entries: the date and number of the last one, and the balance there. */
const entryCursor = z.pipe(
  z.string(),
  z.transform((given, context) => {
    const match = /^(\d{4}-\d{2}-\d{2})_(\d{1,18})_(-?\d{1,18})$/.exec(given);
    const day = parseCalendarDate(match?.[1] ?? "");
    if (match !== null && day !== null) {
      return { day, entry: BigInt(match[2] ?? 0), balance: BigInt(match[3] ?? 0) };
    }
    context.issues.push({ code: "custom", message: "field.invalid", input: given });
    return z.NEVER;
  }),
);

const period = {
  member: z.optional(fields.memberNoParam),
  /** An account that was added under this one. */
  added: z.optional(accountCodeGiven),
  from: z.optional(fields.dayParam),
  to: z.optional(fields.dayParam),
  search: z.optional(searchGiven),
};

export const entries = endpoint({
  name: "books.entries",
  method: "GET",
  readsFrom: "replica",
  path: "/api/v1/books/accounts/:account/entries",
  summary: "Lists the entries of a ledger account with the running balance, a hundred at a time",
  audience: reader,
  subject: { param: "account", kind: "ledger" },
  params: z.object({ account: accountParam }),
  query: z.strictObject({ ...period, after: z.optional(entryCursor) }),
  answer: z.object({
    code: z.string(),
    name: z.string(),
    /** Whether its balance grows by debits or by credits. */
    side: z.enum(["debit", "credit"]),
    /** The balance before the first of these rows. */
    opening: fields.amount,
    rows: z.array(
      z.object({
        entry: z.string(),
        date: fields.day,
        narration: z.string(),
        reference: z.string(),
        receipt: z.string(),
        memberNo: z.string(),
        member: z.string(),
        debit: fields.amount,
        credit: fields.amount,
        balance: fields.amount,
        reversal: z.boolean(),
        reversed: z.boolean(),
      }),
    ),
    /** The date up to which a search has read; empty at the end. */
    lookedTo: fields.dayOrNone,
    next: z.string(),
  }),
  problems: ["no-such-account", "invalid"],
});

export const entriesFile = endpoint({
  name: "books.entriesFile",
  method: "GET",
  readsFrom: "replica",
  path: "/api/v1/books/accounts/:account/entries.csv",
  summary: "Exports all entries of a ledger account in a period as CSV",
  audience: reader,
  subject: { param: "account", kind: "ledger" },
  limit: "documents",
  params: z.object({ account: accountParam }),
  query: z.strictObject(period),
  answer: fields.nothing,
  files: csvFile,
  problems: ["no-such-account", "invalid"],
});

export const entry = endpoint({
  name: "books.entry",
  method: "GET",
  readsFrom: "replica",
  path: "/api/v1/books/entries/:id",
  summary: "Returns a journal entry with its lines, the person who posted it, and its reversal",
  audience: reader,
  subject: "call",
  params: office.byId,
  answer: z.object({
    id: z.string(),
    date: fields.day,
    bookedAt: z.string(),
    by: z.string(),
    narration: z.string(),
    reference: z.string(),
    receipt: z.string(),
    /** The entry that this one reverses, and the one that reverses it; else empty. */
    reverses: z.string(),
    reversedBy: z.string(),
    lines: z.array(
      z.object({
        code: z.string(),
        name: z.string(),
        memberNo: z.string(),
        member: z.string(),
        reference: z.string(),
        debit: fields.amount,
        credit: fields.amount,
      }),
    ),
  }),
  problems: ["no-such-entry", "invalid"],
});

export const ties = endpoint({
  name: "books.ties",
  method: "GET",
  readsFrom: "replica",
  path: "/api/v1/books/ties/:memberNo",
  summary: "Compares each total of a member's statements with the sum of the journal lines",
  audience: reader,
  subject: { param: "memberNo", kind: "member" },
  params: z.object({ memberNo: fields.memberNoParam }),
  answer: z.object({
    memberNo: z.string(),
    fullName: z.string(),
    rows: z.array(
      z.object({
        code: z.string(),
        name: z.string(),
        /** The loan or withdrawable account; else empty. */
        reference: z.string(),
        /** According to the member's statement. */
        shown: fields.amount,
        /** According to the journal lines. */
        journal: fields.amount,
        lines: z.int(),
      }),
    ),
  }),
  problems: ["no-such-member", "invalid"],
});

const run = z.object({
  id: z.string(),
  at: z.string(),
  by: z.string(),
  milliseconds: z.int(),
  /** The number of differences; the first fifty are listed. */
  found: z.int(),
  findings: z.array(finding),
});

export const runs = endpoint({
  name: "books.runs",
  method: "GET",
  path: "/api/v1/books/reconciliations",
  summary: "Lists the reconciler's last thirty runs, and the progress of a running one",
  audience: reader,
  subject: "call",
  answer: z.object({ isRunning: z.boolean(), percent: z.int(), rows: z.array(run) }),
});

export const reconciliation = endpoint({
  name: "books.reconciliation",
  method: "POST",
  path: "/api/v1/books/reconciliations",
  summary: "Runs the reconciliation now and returns what does not agree",
  audience: { kind: "staff", permission: "proof.reconcile" },
  lasting: true,
  body: z.strictObject({}),
  answer: run,
  status: 201,
  problems: ["in-progress"],
});
