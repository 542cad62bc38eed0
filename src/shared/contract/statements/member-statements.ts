import * as z from "zod/mini";
import { endpoint, WORKBOOK_TYPE } from "#shared/contract/kernel/endpoint.ts";
import * as fields from "#shared/contract/kernel/fields.ts";
import type { FieldProblem } from "#shared/contract/kernel/problems.ts";
import { printedDocument } from "#shared/contract/statements/printed-document.ts";
import { listStatements, runningStatements } from "#shared/statement-columns.ts";

const ofMember = z.object({ memberNo: fields.memberNoParam });
const record = { kind: "record", param: "memberNo", staff: "members.read" } as const;

const rows = <Row extends z.ZodMiniType>(name: string, path: string, summary: string, row: Row) =>
  endpoint({
    name: `statements.${name}`,
    method: "GET",
    readsFrom: "replica",
    path: `/api/v1/${path}/:memberNo`,
    summary,
    audience: record,
    params: ofMember,
    query: fields.anyQuery,
    answer: row,
    reads: "one-statement",
  });

/** The earlier client's wrapper of a list: a status, a message and today's date. */
const wrapped = <Row extends z.ZodMiniType>(row: Row) =>
  z.object({
    status: z.literal(200),
    message: z.string(),
    curDate: fields.day,
    data: z.array(row),
  });

export const dividend = rows(
  "dividend",
  "dividend",
  "Dividends, withholding tax and payouts, with what is left after each",
  z.array(
    z.object({
      inputDate: fields.day,
      narration: z.string(),
      refNo: z.string(),
      dividend: fields.amount,
      paid: fields.amount,
      runningTotal: fields.amount,
    }),
  ),
);

export const loans = rows(
  "loans",
  "instant",
  "Loans with a balance, and applications that wait",
  wrapped(
    z.object({
      id: z.string(),
      loanNo: z.string(),
      loanPurpose: z.string(),
      startDate: z.string(),
      endDate: z.string(),
      period: z.int(),
      amount: fields.amount,
      outStanding: fields.amount,
    }),
  ),
);

export const guarantor = rows(
  "guarantor",
  "guarantor",
  "Loans of others that the member guarantees",
  wrapped(
    z.object({
      id: z.string(),
      cdate: fields.day,
      curDate: fields.day,
      loanNo: z.string(),
      loanPurpose: z.string(),
      memberName: z.string(),
      lamount: fields.amount,
      amountGuaranteed: fields.amount,
      outstanding: fields.amount,
      guarantorType: z.string(),
    }),
  ),
);

export const shareCapital = rows(
  "shareCapital",
  "shareCapital",
  "Movements of share capital",
  z.array(
    z.object({
      id: z.string(),
      date: fields.day,
      item: z.string(),
      referenceNo: z.string(),
      receiptNo: z.string(),
      debit: fields.amount,
      credit: fields.amount,
    }),
  ),
);

export const savings = rows(
  "savings",
  "savings",
  "Movements of deposits in the last six months",
  z.array(
    z.object({
      inputDate: fields.day,
      narration: z.string(),
      refNo: z.string(),
      savings: fields.amount,
      runningTotal: fields.amount,
    }),
  ),
);

export const savingsBroughtForward = rows(
  "savings.sum",
  "savings/sum",
  "Deposits before the six months: this and the rows make the total",
  fields.amount,
);

export const withdrawable = rows(
  "withdrawable",
  "withDrawable",
  "Withdrawable accounts with their balances",
  wrapped(
    z.object({
      accNo: z.string(),
      holdersName: z.string(),
      regDate: fields.day,
      curDate: fields.day,
      outStanding: fields.amount,
    }),
  ),
);

/** Check-off payments that are not on the member's accounts. */
export const contributionKinds = ["fees", "welfare", "insurance"] as const;
export type ContributionKind = (typeof contributionKinds)[number];

export const contributions = endpoint({
  name: "statements.contributions",
  method: "GET",
  readsFrom: "replica",
  path: "/api/v1/members/:memberNo/contributions",
  summary: "Lists fees, welfare contributions and insurance premiums received by check-off",
  audience: record,
  params: ofMember,
  answer: z.object({
    curDate: fields.day,
    data: z.array(
      z.object({
        id: z.string(),
        date: fields.day,
        kind: z.enum(contributionKinds),
        /** The month of the check-off, such as 2026-05. */
        month: z.string(),
        reference: z.string(),
        /** Negative where an entry was reversed. */
        amount: fields.amount,
      }),
    ),
  }),
  reads: "one-statement",
});

const period = {
  /** The first and the last day, both inclusive; everything when left out. */
  from: z.optional(fields.dayParam),
  to: z.optional(fields.dayParam),
};

/** A period that ends before it begins is reported as an error of its end. */
export const inOrder = z.refine<{ from?: string | undefined; to?: string | undefined }>(
  ({ from, to }) => from === undefined || to === undefined || from <= to,
  { path: ["to"], error: "date.order" satisfies FieldProblem },
);

/** A movement; the sign of an amount is its effect on the balance. */
export const movement = z.object({
  id: z.string(),
  date: fields.day,
  narration: z.string(),
  reference: z.string(),
  receipt: z.string(),
  amount: fields.amount,
  balance: fields.amount,
});

/** A running statement of any period, read in one snapshot. */
export const running = endpoint({
  name: "statements.running",
  method: "GET",
  readsFrom: "replica",
  path: "/api/v1/members/:memberNo/statements/:statement",
  summary: "Returns a running statement of a period: brought forward, movements, totals, balance",
  audience: record,
  params: z.object({ memberNo: fields.memberNoParam, statement: z.enum(runningStatements) }),
  query: z.strictObject(period).check(inOrder),

  answer: z.object({
    asAt: fields.day,
    /** Empty where the period begins with the account. */
    from: z.union([fields.day, z.literal("")]),
    to: fields.day,
    broughtForward: fields.amount,
    movements: z.array(movement),
    totalIn: fields.amount,
    totalOut: fields.amount,
    closing: fields.amount,
  }),
  problems: ["invalid", "no-such-member"],
  reads: "one-statement",
});

/** Every statement available as a document. */
export const documentStatements = [...runningStatements, ...listStatements] as const;
export type DocumentStatement = (typeof documentStatements)[number];

/** Every document issued with a code: statements, the voucher of an exit, and receipts. */
export const issuedDocuments = [
  ...documentStatements,
  "loan-statement",
  "exit-settlement",
  "counter-receipt",
  "transfer-receipt",
  "guarantee-receipt",
] as const;
export type IssuedDocument = (typeof issuedDocuments)[number];

export const documentFormats = ["pdf", "csv", "xlsx"] as const;
export type DocumentFormat = (typeof documentFormats)[number];

/** The media type of each format. */
export const documentMediaTypes = {
  pdf: "application/pdf",
  csv: "text/csv; charset=utf-8",
  xlsx: WORKBOOK_TYPE,
} as const satisfies Record<DocumentFormat, string>;

/** The formats a statement is issued in: files, and JSON that the page draws and prints. */
export const issuedFormats = [...documentFormats, "print"] as const;
export type IssuedFormat = (typeof issuedFormats)[number];

export const issuedMediaTypes = {
  ...documentMediaTypes,
  print: "application/json",
} as const satisfies Record<IssuedFormat, string>;

/** The part of a statement that a document shows. */
export const documentPart = {
  ...period,
  /** Keeps only the movements that contain this text; totals stay those of the period. */
  search: z.optional(z.string().check(z.maxLength(100))),
};

/** Issues a statement as a document with exactly the displayed content, and records the issue. */
export const issueDocument = endpoint({
  name: "statements.document",
  method: "POST",
  path: "/api/v1/members/:memberNo/statements/:statement/documents",
  summary: "Issues a statement as PDF, CSV, Excel or JSON to print; PDF and print carry a code",
  audience: record,
  limit: "documents",
  params: z.object({ memberNo: fields.memberNoParam, statement: z.enum(documentStatements) }),
  body: z.strictObject({ format: z.enum(issuedFormats), ...documentPart }).check(inOrder),
  answer: printedDocument,
  files: Object.values(issuedMediaTypes),
  status: 201,
  idempotency: "none",
  problems: ["invalid", "no-such-member"],
});

/** A whole loan: its terms, its schedule and its repayments. */
export const loan = endpoint({
  name: "statements.loan",
  method: "GET",
  readsFrom: "replica",
  path: "/api/v1/members/:memberNo/loans/:loanNo",
  summary: "Returns a loan with its schedule, its repayments and its balance",
  audience: record,
  params: z.object({ memberNo: fields.memberNoParam, loanNo: fields.loanNoParam }),
  answer: z.object({
    asAt: fields.day,
    loanNo: z.string(),
    category: z.string(),
    purpose: z.string(),
    state: z.string(),
    startDate: z.string(),
    endDate: z.string(),
    termMonths: z.int(),
    principal: fields.amount,
    fee: fields.amount,
    total: fields.amount,
    monthlyDeduction: fields.amount,
    paid: fields.amount,
    outstanding: fields.amount,
    instalments: z.array(
      z.object({
        number: z.int(),
        dueOn: fields.day,
        amount: fields.amount,
        /** How much of it the repayments cover so far, oldest instalment first. */
        covered: fields.amount,
        state: z.enum(["paid", "partly-paid", "due", "overdue"]),
      }),
    ),
    movements: z.array(movement),
  }),
  problems: ["no-such-loan"],
});

/** Issues the statement of one loan, for a lender that takes it over, and records the issue. */
export const issueLoanStatement = endpoint({
  name: "statements.loanDocument",
  method: "POST",
  path: "/api/v1/members/:memberNo/loans/:loanNo/documents",
  summary: "Issues the statement of a loan that was paid out, with a code, as PDF or JSON to print",
  audience: record,
  limit: "documents",
  params: z.object({ memberNo: fields.memberNoParam, loanNo: fields.loanNoParam }),
  /** A PDF when left out. */
  body: z.strictObject({ format: z.optional(z.enum(["pdf", "print"])) }),
  answer: printedDocument,
  files: [issuedMediaTypes.pdf, issuedMediaTypes.print],
  status: 201,
  idempotency: "none",
  problems: ["no-such-loan", "loan-not-lent"],
});

/** The dashboard's figures besides the totals, read in one snapshot. */
export const overview = endpoint({
  name: "statements.overview",
  method: "GET",
  readsFrom: "replica",
  path: "/api/v1/members/:memberNo/overview",
  summary: "Returns savings over two years, balances owed and the next amount due",
  audience: record,
  params: ofMember,
  answer: z.object({
    asAt: fields.day,
    mobileConfirmed: z.boolean(),
    /** The newest privacy notice that the member has confirmed; 0 without one. */
    noticeConfirmed: z.int(),
    /** Without a date where nothing was saved yet. */
    lastSaving: z.object({
      date: z.union([fields.day, z.literal("")]),
      narration: z.string(),
      amount: fields.amount,
    }),
    /**
     * The deposits balance at the end of each of 25 months; the last one is the current balance.
     */
    savingsByMonth: z.array(
      z.object({ month: z.string(), change: fields.amount, balance: fields.amount }),
    ),
    loans: z.array(
      z.object({
        loanNo: z.string(),
        purpose: z.string(),
        endDate: z.string(),
        amount: fields.amount,
        outstanding: fields.amount,
        nextDueOn: z.string(),
        nextDue: fields.amount,
        overdue: fields.amount,
      }),
    ),
    guaranteed: fields.amount,
    /** The instant loan that waits for a decision or disbursement, if there is one. */
    application: z.optional(
      z.object({
        loanNo: z.string(),
        state: z.enum(["applied", "approved"]),
        amount: fields.amount,
        appliedOn: fields.day,
      }),
    ),
  }),
  problems: ["no-such-member"],
});
