import * as z from "zod/mini";
import { requested } from "#shared/contract/oversight/approvals.ts";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import * as fields from "#shared/contract/kernel/fields.ts";
import * as office from "#shared/contract/kernel/office-fields.ts";

/**
 * The states of a payment by M-Pesa: credited to a member, in suspense, returned to its sender, or
 * recorded by the office before the paybill confirmed it.
 */
export const payInStates = ["suspense", "credited", "returned", "recorded"] as const;
export type PayInState = (typeof payInStates)[number];

/** One tab for each state, and one for payments confirmed again with other details. */
export const payInTabs = [...payInStates, "differs"] as const;
export type PayInTab = (typeof payInTabs)[number];

/** Why a payment went to suspense; empty if it was credited at once. */
export const payInCauses = [
  "",
  "unknown",
  "ambiguous",
  "left",
  "which-loan",
  "no-account",
  "loan-state",
  "moved",
  "prompt",
] as const;

/** The states of a reversal that M-Pesa is asked for; `unknown` may have happened. */
export const reversalStates = [
  "waiting",
  "sending",
  "sent",
  "unknown",
  "failed",
  "reversed",
] as const;

/** The requests about a payment that wait for a second person. */
export const payInRequests = [
  "pay-in-placement",
  "pay-in-move",
  "pay-in-return",
  "pay-in-reversal",
  "pay-in-correction",
] as const;

/** Where the office can place a payment. */
export const payInPurposes = ["deposits", "share-capital", "withdrawable", "loan"] as const;

const payment = {
  receipt: z.string(),
  amount: fields.amount,
  /** The account number as the sender typed it. */
  account: z.string(),
  sender: z.string(),
  /** As M-Pesa shows it, mostly masked. */
  senderNumber: z.string(),
  /** An instant. */
  paidAt: z.string(),
  state: z.enum(payInStates),
  cause: z.enum(payInCauses),
  differs: z.boolean(),
  /** The member it is credited to; empty otherwise. */
  memberNo: z.string(),
  fullName: z.string(),
};

export const list = endpoint({
  name: "payIns.list",
  method: "GET",
  path: "/api/v1/pay-ins/receipts",
  summary: "Lists payments by M-Pesa by tab, the latest first, with the total of each tab",
  audience: { kind: "staff", permission: "payins.read" },
  subject: "call",
  query: z.strictObject({
    tab: z.optional(z.enum(payInTabs, "field.invalid")),
    /** A whole receipt or member number, or a part of the sender's name or account number. */
    search: z.optional(
      z.string().check(z.trim(), z.minLength(2, "field.invalid"), z.maxLength(60, "field.invalid")),
    ),
    after: z.optional(fields.idParam),
  }),
  answer: z.object({
    /** These come with the first page only. */
    tabs: z.array(z.object({ tab: z.enum(payInTabs), payments: z.int(), amount: fields.amount })),
    rows: z.array(z.object(payment)),
    /** The cursor to send as `after`; empty on the last page. */
    next: z.string(),
  }),
  problems: ["invalid"],
});

const receiptParam = z.object({ receipt: fields.receiptGiven });

export const details = endpoint({
  name: "payIns.details",
  method: "GET",
  path: "/api/v1/pay-ins/receipts/:receipt",
  summary: "Returns a payment by M-Pesa, where it went, what was decided, and who it may be for",
  audience: { kind: "staff", permission: "payins.read" },
  subject: "call",
  params: receiptParam,
  answer: z.object({
    ...payment,
    receivedAt: z.string(),
    /** Where the money is now. */
    parts: z.array(
      z.object({
        to: z.enum([...payInPurposes, "suspense", "returned"]),
        amount: fields.amount,
        /** The amount above what the loan owed, which is being refunded. */
        refunded: fields.amount,
        memberNo: z.string(),
        fullName: z.string(),
        loanNo: z.string(),
      }),
    ),
    decisions: z.array(
      z.object({
        decision: z.enum(["placed", "moved", "returned", "corrected"]),
        proposedBy: z.string(),
        decidedBy: z.string(),
        at: z.string(),
        reason: z.string(),
        returnReceipt: z.string(),
        /** The amount before a correction; left out of other decisions. */
        amountBefore: z.optional(fields.amount),
      }),
    ),
    /** Members whom the number, the sender's name or the phone suggests, the likeliest first. */
    likely: z.array(z.object({ memberNo: z.string(), fullName: z.string(), mobileNo: z.string() })),
    /** The request about it that waits for a second person. */
    waiting: z.optional(
      z.object({
        approvalId: z.string(),
        kind: z.enum(payInRequests),
        by: z.string(),
        yours: z.boolean(),
      }),
    ),
    /** Whether M-Pesa can be asked to reverse payments. */
    mayReverse: z.boolean(),
    /** The last reversal that M-Pesa was asked for; left out if there is none. */
    reversal: z.optional(
      z.object({
        state: z.enum(reversalStates),
        problem: z.string(),
        receipt: z.string(),
        proposedBy: z.string(),
        approvedBy: z.string(),
        /** An instant. */
        at: z.string(),
      }),
    ),
  }),
  problems: ["no-such-pay-in", "invalid"],
});

const proposal = {
  method: "POST",
  audience: { kind: "staff", permission: "payins.place" },
  params: receiptParam,
  answer: requested,
  status: 201,
} as const;

export const requestPlacement = endpoint({
  ...proposal,
  name: "payIns.place",
  path: "/api/v1/pay-ins/receipts/:receipt/placement",
  summary: "Requests that a payment in suspense be placed, which another person approves",
  body: z.strictObject({
    to: z.enum(payInPurposes, "field.required"),
    /** Where it does not go to a loan. */
    memberNo: z.optional(fields.memberNoParam),
    /** Where it goes to a loan. */
    loanNo: z.optional(fields.loanNoParam),
  }),
  problems: [
    "no-such-pay-in",
    "pay-in-state",
    "no-such-member",
    "no-such-loan",
    "not-running",
    "pay-in-reversing",
    "own-listing",
    "own-loan",
    "approval-waits",
    "invalid",
  ],
});

export const requestMove = endpoint({
  ...proposal,
  name: "payIns.move",
  path: "/api/v1/pay-ins/receipts/:receipt/move",
  summary: "Requests that a payment credited to a wrong account go back to suspense",
  body: z.strictObject({ reason: office.reasonGiven }),
  problems: [
    "no-such-pay-in",
    "pay-in-state",
    "pay-in-refunded",
    "not-enough",
    "own-listing",
    "own-loan",
    "approval-waits",
    "invalid",
  ],
});

export const requestReturn = endpoint({
  ...proposal,
  name: "payIns.return",
  path: "/api/v1/pay-ins/receipts/:receipt/return",
  summary: "Requests to record that a payment in suspense was reversed in M-Pesa's portal",
  body: z.strictObject({ returnReceipt: fields.receiptGiven, reason: office.reasonGiven }),
  problems: [
    "no-such-pay-in",
    "pay-in-state",
    "pay-in-reversing",
    "receipt-used",
    "approval-waits",
    "invalid",
  ],
});

export const requestReversal = endpoint({
  ...proposal,
  name: "payIns.reverse",
  path: "/api/v1/pay-ins/receipts/:receipt/reversal",
  summary: "Requests that M-Pesa be asked to reverse a payment in suspense",
  body: z.strictObject({ reason: office.reasonGiven }),
  problems: [
    "no-such-pay-in",
    "pay-in-state",
    "pay-in-reversing",
    "reversal-unavailable",
    "approval-waits",
    "invalid",
  ],
});

export const failReversal = endpoint({
  ...proposal,
  name: "payIns.failReversal",
  path: "/api/v1/pay-ins/receipts/:receipt/reversal/failure",
  summary: "Records that a reversal with an unknown result did not happen in M-Pesa",
  body: z.strictObject({ reason: office.reasonGiven }),
  answer: z.object({ receipt: z.string() }),
  problems: ["no-such-pay-in", "pay-in-state", "invalid"],
});

/** The calls of the office about payments to the paybill. */
export const deskCalls = [
  list,
  details,
  requestPlacement,
  requestMove,
  requestReturn,
  requestReversal,
  failReversal,
] as const;
