import * as z from "zod/mini";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import * as fields from "#shared/contract/kernel/fields.ts";
import * as office from "#shared/contract/kernel/office-fields.ts";
import {
  documentFormats,
  documentMediaTypes,
} from "#shared/contract/statements/member-statements.ts";
import { anAccount, reconciledAccounts } from "./files.ts";

const read = { kind: "staff", permission: "reconciliation.read" } as const;
const ofDay = z.strictObject({
  /** By default, the last day that statements cover. */
  day: z.optional(fields.dayParam),
});

const sum = z.object({ items: z.int(), amount: fields.amount });
const openSide = z.object({
  items: z.int(),
  amount: fields.amount,
  /** The first of them, the oldest first. */
  rows: z.array(
    z.object({
      id: z.string(),
      day: fields.day,
      receipt: z.string(),
      text: z.string(),
      note: z.string(),
      amount: fields.amount,
    }),
  ),
});

export const statement = endpoint({
  name: "reconciliation.statement",
  method: "GET",
  path: "/api/v1/reconciliation/:account/statement",
  summary: "Returns the reconciliation statement of a day, from the bank's balance to our books",
  audience: read,
  subject: "call",
  params: anAccount,
  query: ofDay,
  answer: z.object({
    account: z.enum(reconciledAccounts),
    /** From the start of the month, or of the first statement, until the day. */
    from: fields.day,
    to: fields.day,
    startsOn: fields.day,
    coversTo: fields.day,
    /** On the statement: before the period, its lines, and after it. */
    opening: fields.amount,
    matched: sum,
    notMatched: sum,
    closing: fields.amount,
    /** From the statement to our books, of whatever period. */
    unpresented: openSide,
    unrecorded: openSide,
    broughtForward: fields.amount,
    books: fields.amount,
    /** Zero if the sums above lead to our books. */
    difference: fields.amount,
  }),
  problems: ["day-not-covered", "invalid"],
});

export const statementFile = endpoint({
  name: "reconciliation.statementFile",
  method: "GET",
  path: "/api/v1/reconciliation/:account/statement/:format",
  summary: "Exports the reconciliation statement of a day as PDF, CSV or Excel",
  audience: read,
  subject: "call",
  limit: "documents",
  params: z.extend(anAccount, { format: office.oneOf(documentFormats) }),
  query: ofDay,
  answer: fields.nothing,
  files: Object.values(documentMediaTypes),
  problems: ["day-not-covered", "no-such-society", "invalid"],
});
