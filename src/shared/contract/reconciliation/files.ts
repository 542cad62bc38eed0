import * as z from "zod/mini";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import * as fields from "#shared/contract/kernel/fields.ts";
import * as office from "#shared/contract/kernel/office-fields.ts";
import { dayOrders, fileReading } from "#shared/contract/kernel/file-reading.ts";
import { readingGiven } from "#shared/contract/check-off/reading.ts";

/** The accounts of the ledger that are compared with a statement from outside. */
export const reconciledAccounts = ["bank", "mobile-money"] as const;
export type ReconciledAccount = (typeof reconciledAccounts)[number];

/**
 * The columns of a statement. Either `paid_in` and `withdrawn` are in it, or one signed `amount`;
 * M-Pesa's organisation statement also has a status, and only completed rows count.
 */
export const statementColumns = [
  "day",
  "receipt",
  "details",
  "paid_in",
  "withdrawn",
  "amount",
  "balance",
  "status",
  "other_party",
  "account",
] as const;
export type StatementColumn = (typeof statementColumns)[number];

/** Why an account is not reconciled as a day ends. */
export const unreconciledCauses = ["no-statement", "not-covered", "differences"] as const;
export type UnreconciledCause = (typeof unreconciledCauses)[number];

const read = { kind: "staff", permission: "reconciliation.read" } as const;
const byPreparer = { kind: "staff", permission: "reconciliation.prepare" } as const;
export const anAccount = z.object({ account: office.oneOf(reconciledAccounts) });

const sum = z.object({ items: z.int(), amount: fields.amount });

export const overview = endpoint({
  name: "reconciliation.accounts",
  method: "GET",
  path: "/api/v1/reconciliation",
  summary: "Lists the accounts that are compared with a statement, and how far each is reconciled",
  audience: read,
  subject: "call",
  answer: z.object({
    rows: z.array(
      z.object({
        account: z.enum(reconciledAccounts),
        /** The first and last day that statements cover; empty before the first one. */
        startsOn: fields.dayOrNone,
        coversTo: fields.dayOrNone,
        /** The balances on the last covered day. */
        statement: fields.amount,
        books: fields.amount,
        /** On the statement, not in our books. */
        unrecorded: sum,
        /** In our books, not on the statement. */
        unpresented: sum,
        /** The difference from before the first statement. */
        broughtForward: fields.amount,
        /** Matches that wait for a second person. */
        proposed: z.int(),
      }),
    ),
    /** The last files of both accounts, the latest first. */
    files: z.array(
      z.object({
        id: z.string(),
        account: z.enum(reconciledAccounts),
        fileName: z.string(),
        from: fields.day,
        to: fields.day,
        opening: fields.amount,
        closing: fields.amount,
        lines: z.int(),
        added: z.int(),
        by: z.string(),
        on: fields.day,
      }),
    ),
  }),
});

export const preview = endpoint({
  name: "reconciliation.preview",
  method: "POST",
  path: "/api/v1/reconciliation/:account/reading",
  summary: "Previews how a statement would be read and its columns mapped; nothing is stored",
  audience: byPreparer,
  lasting: true,
  params: anAccount,
  query: z.strictObject(readingGiven),
  takes: "table/*",
  answer: z.object({
    reading: fileReading,
    header: z.array(z.string()),
    samples: z.array(z.array(z.string())),
    /** Each with its proposed index in the header, or -1. */
    columns: z.array(
      z.object({ name: z.enum(statementColumns), needed: z.boolean(), place: z.int() }),
    ),
    /** Whether the mapping was chosen earlier for the same headings of this account. */
    isRemembered: z.boolean(),
  }),
  problems: ["not-table", "too-large", "file-faults", "invalid"],
});

export const load = endpoint({
  name: "reconciliation.load",
  method: "POST",
  path: "/api/v1/reconciliation/:account/statements",
  summary: "Imports a statement; lines that an earlier one had are not added again",
  audience: byPreparer,
  lasting: true,
  params: anAccount,
  query: z.strictObject({
    fileName: office.fileName,
    /** The days it covers; when left out, those of its first and last line. */
    from: z.optional(fields.dayParam),
    to: z.optional(fields.dayParam),
    /** The balances before and after; required if it has no column of balances. */
    opening: z.optional(office.balanceGiven),
    closing: z.optional(office.balanceGiven),
    ...readingGiven,
    /** How its dates are read, where it leaves that open. */
    order: z.optional(office.oneOf(dayOrders)),
    /** The index of each column, such as `day:0,amount:3`; otherwise the headings must be known. */
    columns: z.optional(office.placesGiven),
  }),
  takes: "table/*",
  answer: z.object({
    /** Empty if every line was known. */
    id: z.string(),
    from: fields.day,
    to: fields.day,
    opening: fields.amount,
    closing: fields.amount,
    lines: z.int(),
    added: z.int(),
    /** Rows without an amount, or that were not completed. */
    skipped: z.int(),
    /** New matches that wait for a second person. */
    proposed: z.int(),
  }),
  status: 201,
  problems: [
    "not-table",
    "too-large",
    "file-faults",
    "statement-sum",
    "statement-account",
    "statement-opening",
    "statement-gap",
    "statement-lines",
    "statement-period",
    "invalid",
  ],
});
