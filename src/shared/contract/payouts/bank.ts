import * as z from "zod/mini";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import * as fields from "#shared/contract/kernel/fields.ts";
import * as office from "#shared/contract/kernel/office-fields.ts";
import { chequeCalls } from "./cheques.ts";
import { requested } from "#shared/contract/oversight/approvals.ts";
import { detailsGiven, detailsShown } from "./bank-account-fields.ts";

/** The states of a payment in a file for the bank; `bounced` came back after it was paid. */
export const eftLineStates = ["open", "paid", "returned", "bounced", "taken-back"] as const;
export type EftLineState = (typeof eftLineStates)[number];

/** The most results that one request can carry. */
export const MAX_RESULTS = 500;

const sender = { kind: "staff", permission: "payouts.send" } as const;
const reader = { kind: "staff", permission: "payouts.read" } as const;
export const bankDetails = endpoint({
  name: "payoutBank.details",
  method: "GET",
  path: "/api/v1/members/:memberNo/bank-details",
  summary: "Returns the bank account of a member, and a change that waits for a second person",
  audience: { kind: "staff", permission: "contacts.read" },
  subject: { param: "memberNo", kind: "member" },
  params: z.object({ memberNo: fields.memberNoParam }),
  answer: z.object({
    memberNo: z.string(),
    fullName: z.string(),
    current: z.optional(
      z.object({
        ...detailsShown,
        /** A day and a time in Nairobi, from which money may go there. */
        usableFrom: z.string(),
        isUsable: z.boolean(),
      }),
    ),
    waiting: z.optional(z.object({ approvalId: z.string(), by: z.string(), yours: z.boolean() })),
  }),
  problems: ["no-such-member", "invalid"],
});

export const requestBankDetails = endpoint({
  name: "payoutBank.requestDetails",
  method: "POST",
  path: "/api/v1/members/:memberNo/bank-details",
  summary: "Requests that another person approve the bank account of a member",
  audience: { kind: "staff", permission: "contacts.request" },
  params: z.object({ memberNo: fields.memberNoParam }),
  body: detailsGiven,
  answer: requested,
  status: 201,
  problems: ["no-such-member", "own-listing", "approval-waits", "invalid"],
});

const payment = {
  reference: z.string(),
  memberNo: z.string(),
  fullName: z.string(),
  bankName: z.string(),
  accountNo: z.string(),
  amount: fields.amount,
};

export const eftQueue = endpoint({
  name: "payoutBank.queue",
  method: "GET",
  path: "/api/v1/eft-queue",
  summary:
    "Returns the payouts of the file that was asked for, or that one would have now, and others",
  audience: reader,
  subject: "call",
  answer: z.object({
    /** The society's debit account for payout files; empty while it is not set. */
    debitAccount: z.string(),
    /** Of the file that waits for a second person or, without one, of a file created now. */
    payments: z.int(),
    amount: fields.amount,
    /** The first hundred. */
    rows: z.array(z.object(payment)),
    /**
     * Whether a payment of the waiting file can no longer be sent, so that the file cannot be
     * approved.
     */
    isStale: z.boolean(),
    /** Payments that became ready after that file was requested; they go into the next one. */
    later: z.object({
      payments: z.int(),
      amount: fields.amount,
      /** The first hundred. */
      rows: z.array(z.object(payment)),
    }),
    /** Payouts of the office whose members have no bank details that may be used. */
    without: z.int(),
    /** The first hundred of these. */
    waiting: z.array(
      z.object({
        reference: z.string(),
        memberNo: z.string(),
        fullName: z.string(),
        amount: fields.amount,
        /** The time from which approved bank details may be used; empty without any. */
        usableFrom: z.string(),
      }),
    ),
    /** The request of a file that waits for a second person; empty if there is none. */
    approvalId: z.string(),
  }),
});

export const requestEftFile = endpoint({
  name: "payoutBank.requestFile",
  method: "POST",
  path: "/api/v1/eft-files",
  summary: "Requests that another person approve a file of the payouts that can go to the bank",
  audience: sender,
  body: z.strictObject({}),
  answer: requested,
  status: 201,
  problems: ["no-payouts", "no-debit-account", "approval-waits", "invalid"],
});

const file = {
  id: z.string(),
  debitAccount: z.string(),
  madeBy: z.string(),
  approvedBy: z.string(),
  /** A day and a time in Nairobi. */
  approvedAt: z.string(),
  payments: z.int(),
  amount: fields.amount,
  paid: z.int(),
  returned: z.int(),
  open: z.int(),
  takenBack: z.boolean(),
};

export const eftFiles = endpoint({
  name: "payoutBank.files",
  method: "GET",
  path: "/api/v1/eft-files",
  summary: "Lists the last twenty files for the bank with the results of their payments",
  audience: reader,
  subject: "call",
  answer: z.object({ rows: z.array(z.object(file)) }),
});

export const eftFile = endpoint({
  name: "payoutBank.file",
  method: "GET",
  path: "/api/v1/eft-files/:id",
  summary: "Returns a file for the bank with its payments and their results",
  audience: reader,
  subject: "call",
  params: office.byId,
  answer: z.object({
    ...file,
    /** Requests about the file that wait for a second person. */
    waiting: z.array(z.object({ approvalId: z.string(), by: z.string(), yours: z.boolean() })),
    lines: z.array(
      z.object({
        line: z.int(),
        ...payment,
        state: z.enum(eftLineStates),
        bankReference: z.string(),
        reason: z.string(),
      }),
    ),
  }),
  problems: ["no-such-payout-file", "invalid"],
});

export const eftDownload = endpoint({
  name: "payoutBank.download",
  method: "GET",
  path: "/api/v1/eft-files/:id/file.csv",
  summary: "Downloads a file for the bank as CSV; always the same bytes, none once it is withdrawn",
  audience: sender,
  subject: "call",
  limit: "documents",
  params: office.byId,
  answer: fields.nothing,
  files: ["text/csv; charset=utf-8"],
  problems: ["no-such-payout-file", "payout-state", "invalid"],
});

const lineNo = z
  .int("field.invalid")
  .check(z.minimum(1, "field.invalid"), z.maximum(100_000, "field.invalid"));

/** The outcome of a payment of a file, as the bank reports it. */
export const eftResult = z.discriminatedUnion(
  "outcome",
  [
    z.strictObject({
      line: lineNo,
      outcome: z.literal("paid"),
      bankReference: fields.receiptGiven,
    }),
    z.strictObject({
      line: lineNo,
      outcome: z.literal("returned"),
      reason: office.reasonGiven,
    }),
  ],
  "field.invalid",
);
export type EftResult = z.output<typeof eftResult>;

export const eftResults = endpoint({
  name: "payoutBank.results",
  method: "POST",
  path: "/api/v1/eft-files/:id/results",
  summary: "Requests that another person approve what the bank did with payments of a file",
  audience: sender,
  params: office.byId,
  body: z.strictObject({
    rows: z
      .array(eftResult, "field.required")
      .check(z.minLength(1, "field.required"), z.maxLength(MAX_RESULTS, "field.invalid")),
  }),
  answer: requested,
  status: 201,
  problems: [
    "no-such-payout-file",
    "payout-state",
    "receipt-used",
    "approval-waits",
    "invalid",
    "own-listing",
    "own-loan",
  ],
});

const ofResultsFile = {
  audience: sender,
  lasting: true,
  params: office.byId,
  takes: "text/csv",
} as const;
const resultsFileProblems = [
  "no-such-payout-file",
  "payout-state",
  "file-faults",
  "not-csv",
  "too-large",
  "invalid",
] as const;

export const eftResultsReading = endpoint({
  name: "payoutBank.readResults",
  method: "POST",
  path: "/api/v1/eft-files/:id/results-reading",
  summary: "Previews the bank's results of a file as CSV; nothing is stored",
  ...ofResultsFile,
  answer: z.object({
    paid: z.int(),
    paidAmount: fields.amount,
    returned: z.int(),
    returnedAmount: fields.amount,
    /** Results that are known already. */
    repeated: z.int(),
    /** The first hundred new ones. */
    rows: z.array(
      z.object({
        line: z.int(),
        ...payment,
        outcome: z.enum(["paid", "returned"]),
        bankReference: z.string(),
        reason: z.string(),
      }),
    ),
  }),
  problems: resultsFileProblems,
});

export const eftResultsFile = endpoint({
  name: "payoutBank.resultsFile",
  method: "POST",
  path: "/api/v1/eft-files/:id/results-file",
  summary: "Requests that another person approve the bank's results of a file, sent as CSV",
  ...ofResultsFile,
  answer: requested,
  status: 201,
  problems: [...resultsFileProblems, "receipt-used", "approval-waits", "own-listing", "own-loan"],
});

export const eftTakeBack = endpoint({
  name: "payoutBank.takeBack",
  method: "POST",
  path: "/api/v1/eft-files/:id/taking-back",
  summary: "Requests that another person agree that the bank never got a file",
  audience: sender,
  params: office.byId,
  body: z.strictObject({ reason: office.reasonGiven }),
  answer: requested,
  status: 201,
  problems: [
    "no-such-payout-file",
    "payout-state",
    "own-listing",
    "own-loan",
    "approval-waits",
    "invalid",
  ],
});

/** Every call about transfers by the bank. */
export const bankCalls = [
  bankDetails,
  requestBankDetails,
  eftQueue,
  requestEftFile,
  eftFiles,
  eftFile,
  eftDownload,
  eftResults,
  eftResultsReading,
  eftResultsFile,
  eftTakeBack,
  ...chequeCalls,
];
