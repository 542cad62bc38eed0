import * as z from "zod/mini";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import * as fields from "#shared/contract/kernel/fields.ts";
import * as office from "#shared/contract/kernel/office-fields.ts";
import {
  documentFormats,
  documentMediaTypes,
} from "#shared/contract/statements/member-statements.ts";

const reader = { kind: "staff", permission: "proof.read" } as const;

/** The sections of both reports. */
export const reportSections = ["asset", "liability", "equity", "income", "expense"] as const;

const report = z.object({
  /** The first day of the period, or of the financial year. */
  from: fields.day,
  to: fields.day,
  /** The last day of the figures to compare with. */
  beforeTo: fields.day,
  today: fields.day,
  sections: z.array(
    z.object({
      type: z.enum(reportSections),
      rows: z.array(
        z.object({
          /** The account; empty for a figure that is calculated from others. */
          code: z.string(),
          /** The code of an account that was added under it; else empty. */
          added: z.string(),
          /** In the requested language. */
          name: z.string(),
          amount: fields.amount,
          before: fields.amount,
        }),
      ),
      amount: fields.amount,
      before: fields.amount,
    }),
  ),
  /** The surplus of the period, or assets less liabilities and equity, which is zero. */
  result: fields.amount,
  resultBefore: fields.amount,
});

const ofPeriod = z.strictObject({
  from: z.optional(fields.dayParam),
  to: z.optional(fields.dayParam),
});
const onDay = z.strictObject({ day: z.optional(fields.dayParam) });
const format = z.object({ format: office.oneOf(documentFormats) });

export const incomeStatement = endpoint({
  name: "books.incomeStatement",
  method: "GET",
  readsFrom: "replica",
  path: "/api/v1/books/income-statement",
  summary: "Returns income and expenses of a period, next to the same period a year earlier",
  audience: reader,
  subject: "call",
  query: ofPeriod,
  answer: report,
  problems: ["invalid"],
});

export const incomeStatementFile = endpoint({
  name: "books.incomeStatementFile",
  method: "GET",
  readsFrom: "replica",
  path: "/api/v1/books/income-statement/:format",
  summary: "Exports the income statement of a period as PDF, CSV or Excel",
  audience: reader,
  subject: "call",
  limit: "documents",
  params: format,
  query: ofPeriod,
  answer: fields.nothing,
  files: Object.values(documentMediaTypes),
  problems: ["no-such-society", "invalid"],
});

export const balanceSheet = endpoint({
  name: "books.balanceSheet",
  method: "GET",
  readsFrom: "replica",
  path: "/api/v1/books/balance-sheet",
  summary: "Returns assets, liabilities and equity at the end of a day, next to the year before",
  audience: reader,
  subject: "call",
  query: onDay,
  answer: report,
  problems: ["invalid"],
});

export const balanceSheetFile = endpoint({
  name: "books.balanceSheetFile",
  method: "GET",
  readsFrom: "replica",
  path: "/api/v1/books/balance-sheet/:format",
  summary: "Exports the balance sheet of a day as PDF, CSV or Excel",
  audience: reader,
  subject: "call",
  limit: "documents",
  params: format,
  query: onDay,
  answer: fields.nothing,
  files: Object.values(documentMediaTypes),
  problems: ["no-such-society", "invalid"],
});
