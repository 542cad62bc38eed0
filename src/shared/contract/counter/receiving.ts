import * as z from "zod/mini";
import { readMemberSearch } from "#shared/member-search.ts";
import { receiptStates } from "#shared/receipt-states.ts";
import { requested } from "#shared/contract/oversight/approvals.ts";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import * as fields from "#shared/contract/kernel/fields.ts";
import * as office from "#shared/contract/kernel/office-fields.ts";
import type { FieldProblem } from "#shared/contract/kernel/problems.ts";

/** Where money received at the counter can go. */
export const destinations = ["deposits", "share-capital", "withdrawable", "loan"] as const;
export type Destination = (typeof destinations)[number];

/** How money comes to the counter. */
export const counterWays = ["cash", "cheque", "slip"] as const;
export type CounterWay = (typeof counterWays)[number];

const receiver = { kind: "staff", permission: "counter.receive" } as const;

const searchGiven = z.string("field.required" satisfies FieldProblem).check(
  z.maxLength(100, "field.invalid" satisfies FieldProblem),
  z.refine((typed) => readMemberSearch(typed) !== null, "search.short" satisfies FieldProblem),
);

export const members = endpoint({
  name: "counter.members",
  method: "GET",
  path: "/api/v1/counter/members",
  summary: "Finds members at the counter by number, name or phone, without their records",
  audience: receiver,
  subject: "call",
  limit: "search",
  query: z.strictObject({ search: searchGiven }),
  answer: z.object({
    hits: z.array(z.object({ memberNo: z.string(), name: z.string(), mobile: z.string() })),
  }),
  problems: ["invalid"],
  reads: "one-statement",
});

export const member = endpoint({
  name: "counter.member",
  method: "GET",
  path: "/api/v1/counter/members/:memberNo",
  summary: "Returns where a member can pay in at the counter",
  audience: receiver,
  subject: { param: "memberNo", kind: "member" },
  params: z.object({ memberNo: fields.memberNoParam }),
  answer: z.object({
    memberNo: z.string(),
    name: z.string(),
    /** Masked. */
    mobile: z.string(),
    withdrawable: z.array(z.string()),
    loans: z.array(z.object({ loanNo: z.string(), owed: fields.amount })),
  }),
  problems: ["no-such-member"],
  reads: "one-statement",
});

const receipt = {
  receiptNo: z.string(),
  way: z.enum(counterWays),
  state: z.enum(receiptStates),
  memberNo: z.string(),
  name: z.string(),
  to: z.enum(destinations),
  /** The withdrawable account or the loan; empty otherwise. */
  account: z.string(),
  amount: fields.amount,
  receivedBy: z.string(),
  /** An instant. */
  receivedAt: z.string(),
};

const wanted = {
  memberNo: fields.memberNoParam,
  to: z.enum(destinations, "field.required"),
  /** The withdrawable account or the loan. */
  account: z.optional(fields.loanNoParam),
  amount: fields.amountGiven,
};
const targetProblems = ["no-such-member", "own-listing", "loan-state", "invalid"] as const;

export const receive = endpoint({
  name: "counter.receive",
  method: "POST",
  path: "/api/v1/counter/receipts",
  summary: "Receives cash in one's own open till for an account or a loan of a member",
  audience: receiver,
  body: z.strictObject(wanted),
  answer: z.object(receipt),
  status: 201,
  problems: ["till-none", ...targetProblems],
});

export const receiveSlip = endpoint({
  name: "counter.slip",
  method: "POST",
  path: "/api/v1/counter/slips",
  summary: "Credits the money of a bank slip; a large one waits for a second person",
  audience: receiver,
  body: z.strictObject({
    ...wanted,
    documentNo: fields.receiptGiven,
    /** The day of the slip; today when left out. */
    date: z.optional(fields.dayParam),
  }),
  /** One of the two is empty. */
  answer: z.object({ receiptNo: z.string(), approvalId: z.string() }),
  status: 201,
  problems: ["receipt-used", "approval-waits", ...targetProblems],
});

export const takeCheque = endpoint({
  name: "counter.cheque",
  method: "POST",
  path: "/api/v1/counter/cheques",
  summary: "Takes a cheque, which is credited once another person says that it has cleared",
  audience: receiver,
  body: z.strictObject({
    ...wanted,
    documentNo: fields.receiptGiven,
    bank: z
      .string("field.required")
      .check(z.trim(), z.minLength(2, "field.required"), z.maxLength(60, "field.long")),
  }),
  answer: z.object({ receiptNo: z.string() }),
  status: 201,
  problems: ["receipt-used", ...targetProblems],
});

export const list = endpoint({
  name: "counter.receipts",
  method: "GET",
  path: "/api/v1/counter/receipts",
  summary: "Lists receipts of the counter, the latest first",
  audience: { kind: "staff", permission: "counter.read" },
  subject: "call",
  query: z.strictObject({
    /** Only those of the requester's own till that is not closed yet. */
    mine: z.optional(z.literal("yes", "field.invalid")),
    /** Only cheques that wait to clear. */
    clearing: z.optional(z.literal("yes", "field.invalid")),
    /** A whole receipt or member number, or a part of the name. */
    search: z.optional(
      z.string().check(z.trim(), z.minLength(2, "field.invalid"), z.maxLength(60, "field.invalid")),
    ),
    after: z.optional(fields.idParam),
  }),
  answer: z.object({ rows: z.array(z.object(receipt)), next: z.string() }),
  problems: ["invalid"],
});

const aReceipt = z.object({ receipt: fields.receiptGiven });
const second = { kind: "staff", permission: "receipts.approve" } as const;

export const clear = endpoint({
  name: "counter.clear",
  method: "POST",
  path: "/api/v1/counter/receipts/:receipt/clearance",
  summary: "Credits a cheque that the bank has paid, by another person than its receiver",
  audience: second,
  params: aReceipt,
  /** The amount as the bank's statement shows it. */
  body: z.strictObject({ amount: fields.amountGiven }),
  answer: z.object({ receiptNo: z.string() }),
  status: 201,
  problems: ["no-such-receipt", "receipt-state", "approval-two-people", ...targetProblems],
});

export const bounce = endpoint({
  name: "counter.bounce",
  method: "POST",
  path: "/api/v1/counter/receipts/:receipt/bounce",
  summary: "Records that the bank did not pay a cheque, by another person than its receiver",
  audience: second,
  params: aReceipt,
  body: z.strictObject({ reason: office.reasonGiven }),
  answer: z.object({ receiptNo: z.string() }),
  status: 201,
  problems: ["no-such-receipt", "receipt-state", "approval-two-people", "own-listing", "invalid"],
});

export const requestReversal = endpoint({
  name: "counter.reverse",
  method: "POST",
  path: "/api/v1/counter/receipts/:receipt/reversal",
  summary: "Requests that a receipt be reversed; its cash leaves one's own till",
  audience: receiver,
  params: aReceipt,
  body: z.strictObject({ reason: office.reasonGiven }),
  answer: requested,
  status: 201,
  problems: [
    "no-such-receipt",
    "receipt-state",
    "till-none",
    "approval-waits",
    "own-listing",
    "invalid",
  ],
});

export const one = endpoint({
  name: "counter.receipt",
  method: "GET",
  path: "/api/v1/counter/receipts/:receipt",
  summary: "Returns a receipt of the counter",
  audience: { kind: "staff", permission: "counter.read" },
  subject: "call",
  params: aReceipt,
  answer: z.object({
    ...receipt,
    valueDate: fields.day,
    /** The number of the slip or the cheque, and the bank of a cheque; otherwise empty. */
    documentNo: z.string(),
    bank: z.string(),
    /** Whether the requester received it. */
    isOwn: z.boolean(),
    steps: z.array(
      z.object({
        step: z.enum(["cleared", "bounced", "reversed"]),
        by: z.string(),
        agreedBy: z.string(),
        reason: z.string(),
        /** An instant. */
        at: z.string(),
      }),
    ),
    /** The reversal that waits for a second person. */
    waiting: z.optional(z.object({ approvalId: z.string(), by: z.string(), yours: z.boolean() })),
  }),
  problems: ["no-such-receipt"],
});

export const print = endpoint({
  name: "counter.print",
  method: "POST",
  path: "/api/v1/members/:memberNo/receipts/:receiptNo/documents",
  summary: "Returns a receipt as a PDF with a verification code, in the member's language",
  audience: { kind: "record", param: "memberNo", staff: "counter.read" },
  limit: "documents",
  params: z.object({ memberNo: fields.memberNoParam, receiptNo: fields.receiptGiven }),
  body: z.strictObject({ paper: z.enum(["a6", "roll"], "field.required") }),
  answer: fields.nothing,
  files: ["application/pdf"],
  status: 201,
  idempotency: "none",
  problems: ["no-such-member", "no-such-receipt", "receipt-state", "invalid"],
});
