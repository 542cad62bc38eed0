import * as z from "zod/mini";
import { shownPayoutFacts } from "#shared/payout-facts.ts";
import { failureWays, payoutChannels, payoutWays } from "#shared/payout-ways.ts";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import * as fields from "#shared/contract/kernel/fields.ts";
import * as office from "#shared/contract/kernel/office-fields.ts";

/**
 * The states of a payment to a phone; `unknown` may have been paid, and is not sent again. The last
 * three say where a failed payment went instead.
 */
export const payoutStates = [
  "waiting",
  "sending",
  "sent",
  "unknown",
  "paid",
  "failed",
  "shares",
  "account",
  "cash",
] as const;

/**
 * The kinds of payment: a part of a dividend, a loan, a refund of an overpayment of a loan, the
 * refund of a member who left, and a withdrawal.
 */
export const payoutSources = ["dividend", "loan", "overpayment", "exit", "withdrawal"] as const;

/**
 * The tabs of the payout desk; `held` payments wait too, because their number is about to change.
 * The office pays those on `office` itself; `returned` are loans that went back to the loan desk.
 */
export const payoutTabs = [
  "waiting",
  "held",
  "office",
  "sent",
  "exceptions",
  "paid",
  "elsewhere",
  "returned",
] as const;
export type PayoutState = (typeof payoutStates)[number];
export type PayoutTab = (typeof payoutTabs)[number];

const payout = z.object({
  id: z.string(),
  source: z.enum(payoutSources),
  /** The year of a dividend; left out for other payments. */
  year: z.optional(z.int()),
  /** The number of the loan that is paid or was overpaid; left out for a dividend. */
  loanNo: z.optional(z.string()),
  channel: z.enum(payoutChannels),
  /** How the office paid it, or reports that it did; left out until then. */
  way: z.optional(z.enum(payoutWays)),
  memberNo: z.string(),
  fullName: z.string(),
  /** All but the last digits are masked. */
  mobileNo: z.string(),
  reference: z.string(),
  amount: fields.amount,
  state: z.enum(payoutStates),
  /** Why it is not paid, or what is unusual about it; empty otherwise. */
  problem: z.string(),
  receipt: z.string(),
  /** A receipt reported for the payment until another person confirms it; otherwise empty. */
  claimedReceipt: z.string(),
  claimedBy: z.string(),
  changedAt: z.string(),
});

export const list = endpoint({
  name: "payouts.list",
  method: "GET",
  path: "/api/v1/payouts",
  summary: "Lists payments to phones by tab, with the total of each tab; exceptions need a person",
  audience: { kind: "staff", permission: "payouts.read" },
  subject: "call",
  query: z.strictObject({
    tab: z.optional(z.enum(payoutTabs, "field.invalid")),
    year: z.optional(fields.yearParam),
    /**
     * Matches the beginning of a word of the name or of the number, or a whole reference or
     * receipt.
     */
    search: z.optional(
      z.string().check(z.trim(), z.minLength(2, "field.invalid"), z.maxLength(60, "field.invalid")),
    ),
    after: z.optional(fields.idParam),
  }),
  answer: z.object({
    /** These three come with the first page only. */
    years: z.array(z.int()),
    tabs: z.array(z.object({ tab: z.enum(payoutTabs), payments: z.int(), amount: fields.amount })),
    queue: z.optional(
      z.object({
        /** How payments are sent: in files that staff pay, or by the server's own calls. */
        channel: z.enum(["file", "daraja"]),
        due: z.int(),
        /** Payments the provider has not accepted yet, to be sent again, with the latest reason. */
        later: z.int(),
        problem: z.string(),
        /** Payments sent without a result yet. */
        awaited: z.int(),
      }),
    ),
    rows: z.array(payout),
    /** The cursor to send as `after`; empty on the last page. */
    next: z.string(),
  }),
  problems: ["invalid"],
});

export const details = endpoint({
  name: "payouts.details",
  method: "GET",
  path: "/api/v1/payouts/:id",
  summary: "Returns one payment to a phone, with its history and the possible actions",
  audience: { kind: "staff", permission: "payouts.read" },
  subject: "call",
  params: office.byId,
  answer: z.object({
    payout,
    /** Staff who reported it as failed; they may not decide on it. */
    failedBy: z.string(),
    /** Whether the requester may record its result. */
    mayBeMarked: z.boolean(),
    /** How the requester may report that it failed. */
    mayFail: z.enum(failureWays),
    /** A report that it failed, which waits for a second person. */
    failing: z.optional(z.object({ approvalId: z.string(), by: z.string(), yours: z.boolean() })),
    /** Open statement lines on which it may have come back; empty unless it was paid. */
    returnLines: z.array(
      z.object({ id: z.string(), day: fields.day, receipt: z.string(), text: z.string() }),
    ),
    /** A return that waits for a second person. */
    returning: z.optional(z.object({ approvalId: z.string(), by: z.string(), yours: z.boolean() })),
    /** When it came back after it had been paid, with the receipt of that payment. */
    returns: z.array(z.object({ receipt: z.string(), day: fields.day, reason: z.string() })),
    /** The number for another attempt; empty while none is confirmed or a change is pending. */
    mobileNow: z.string(),
    /** The withdrawable account as a destination; empty where the member has none. */
    accountNo: z.string(),
    /** The facts of a decision; a call that decides sends back their digest. */
    shown: z.array(z.object({ name: z.enum(shownPayoutFacts), value: z.string() })),
    shownDigest: z.string(),
    /** The status queries about it; left out if none can be made. */
    question: z.optional(
      z.object({
        /** Whether one can be asked now. */
        mayAsk: z.boolean(),
        times: z.int(),
        /** The last one, an instant; empty before it. */
        askedAt: z.string(),
        /** The last answer, in a word; empty before it. */
        told: z.string(),
      }),
    ),
    steps: z.array(
      z.object({
        state: z.enum(payoutStates),
        problem: z.string(),
        receipt: z.string(),
        mobileNo: z.string(),
        /** The staff number; empty where no person did it. */
        by: z.string(),
        byName: z.string(),
        at: z.string(),
      }),
    ),
  }),
  problems: ["no-such-payout", "invalid"],
});

export const files = endpoint({
  name: "payouts.files",
  method: "GET",
  path: "/api/v1/payout-files",
  summary: "Lists the last twenty payout files with the results of their payments",
  audience: { kind: "staff", permission: "payouts.read" },
  subject: "call",
  answer: z.object({
    rows: z.array(
      z.object({
        id: z.string(),
        madeBy: z.string(),
        madeAt: z.string(),
        payments: z.int(),
        amount: fields.amount,
        paid: z.int(),
        failed: z.int(),
        /** Payments without a result so far. */
        open: z.int(),
        /** The request of results that wait for another person; empty where there is none. */
        approvalId: z.string(),
        /**
         * For open files: results set aside because they concern payments to their uploader or
         * approver.
         */
        setAside: z.int(),
      }),
    ),
  }),
  reads: "one-statement",
});

export const nextFile = endpoint({
  name: "payouts.nextFile",
  method: "GET",
  path: "/api/v1/payout-queue/file",
  summary: "Previews the next payout file: its payments and the digest of exactly these",
  audience: { kind: "staff", permission: "payouts.send" },
  subject: "call",
  answer: z.object({ payments: z.int(), amount: fields.amount, shownDigest: z.string() }),
  reads: "one-statement",
});

export const takeFile = endpoint({
  name: "payouts.takeFile",
  method: "POST",
  path: "/api/v1/payout-files",
  summary: "Creates a payout file of exactly the payments shown, for bulk payment",
  audience: { kind: "staff", permission: "payouts.send" },
  body: z.strictObject({ shownDigest: office.shownDigest }),
  answer: z.object({ id: z.string(), payments: z.int(), amount: fields.amount }),
  lasting: true,
  status: 201,
  problems: ["no-payouts", "database-held", "shown-changed", "invalid"],
});

export const file = endpoint({
  name: "payouts.file",
  method: "GET",
  path: "/api/v1/payout-files/:id",
  summary: "Downloads a payout file as CSV for M-Pesa bulk payments; always the same bytes",
  audience: { kind: "staff", permission: "payouts.send" },
  subject: "call",
  limit: "documents",
  params: office.byId,
  answer: fields.nothing,
  files: ["text/csv; charset=utf-8"],
  problems: ["no-such-payout-file", "invalid"],
});

export const results = endpoint({
  name: "payouts.results",
  method: "POST",
  path: "/api/v1/payout-files/:id/results",
  summary: "Uploads a CSV of results for a payout file, which another person approves",
  audience: { kind: "staff", permission: "payouts.send" },
  params: office.byId,
  takes: "text/csv",
  answer: z.object({
    /** The request that another person approves; empty where the file contains nothing new. */
    approvalId: z.string(),
    /** How many payments are settled or returned on approval. */
    paid: z.int(),
    failed: z.int(),
    /** Results already known. */
    repeated: z.int(),
    /** Rejected results: a different amount, a used receipt, or no payment of this file. */
    refused: z.array(z.object({ row: z.int(), reference: z.string() })),
    /** Set aside because these payments go to the uploader. */
    own: z.array(z.object({ row: z.int(), reference: z.string() })),
  }),
  lasting: true,
  status: 201,
  problems: ["no-such-payout-file", "approval-waits", "not-csv", "too-large", "invalid"],
});

export const mark = endpoint({
  name: "payouts.mark",
  method: "POST",
  path: "/api/v1/payouts/:id/result",
  summary: "Records the result of a payment; some count once another person agrees",
  audience: { kind: "staff", permission: "payouts.send" },
  params: office.byId,
  body: z.discriminatedUnion(
    "outcome",
    [
      z.strictObject({
        outcome: z.literal("paid"),
        receipt: fields.receiptGiven,
        /** How the office paid it; only for what the office pays. */
        way: z.optional(z.enum(payoutWays, "field.invalid")),
        shownDigest: office.shownDigest,
      }),
      z.strictObject({
        outcome: z.literal("failed"),
        reason: office.reasonGiven,
        shownDigest: office.shownDigest,
      }),
    ],
    "field.invalid",
  ),
  answer: payout,
  status: 201,
  problems: [
    "no-such-payout",
    "payout-state",
    "payout-claimed",
    "payout-to-bank",
    "own-listing",
    "own-loan",
    "receipt-used",
    "approval-waits",
    "shown-changed",
    "invalid",
  ],
});

export const confirmation = endpoint({
  name: "payouts.confirmation",
  method: "POST",
  path: "/api/v1/payouts/:id/confirmation",
  summary: "Confirms or rejects the receipt that another person recorded for a payment",
  audience: { kind: "staff", permission: "payouts.resolve" },
  params: office.byId,
  body: z.strictObject({ agrees: z.boolean("field.required"), shownDigest: office.shownDigest }),
  answer: payout,
  status: 201,
  problems: [
    "no-such-payout",
    "payout-state",
    "own-listing",
    "own-loan",
    "payout-two-people",
    "receipt-used",
    "safe-short",
    "shown-changed",
    "invalid",
  ],
});

const resolved = {
  method: "POST",
  audience: { kind: "staff", permission: "payouts.resolve" },
  params: office.byId,
  body: z.strictObject({ shownDigest: office.shownDigest }),
  answer: payout,
  status: 201,
} as const;

const resolvedProblems = [
  "no-such-payout",
  "payout-state",
  "payout-claimed",
  "own-listing",
  "own-loan",
  "payout-two-people",
  "not-enough",
  "shown-changed",
  "invalid",
] as const;

export const retry = endpoint({
  ...resolved,
  name: "payouts.retry",
  path: "/api/v1/payouts/:id/retry",
  summary: "Sends a failed payment again, to the member's confirmed number",
  problems: [...resolvedProblems, "payout-unconfirmed", "payout-held", "payout-to-bank"],
});

export const toShares = endpoint({
  ...resolved,
  name: "payouts.toShares",
  path: "/api/v1/payouts/:id/shares",
  summary: "Posts a failed payment to share capital, without the tax of a payout",
  problems: resolvedProblems,
});

export const toAccount = endpoint({
  ...resolved,
  name: "payouts.toAccount",
  path: "/api/v1/payouts/:id/account",
  summary: "Posts a failed payment to the member's withdrawable account, after tax",
  problems: [...resolvedProblems, "no-account"],
});

export const inCash = endpoint({
  ...resolved,
  name: "payouts.inCash",
  audience: { kind: "staff", permission: "payouts.send" },
  path: "/api/v1/payouts/:id/cash",
  summary: "Reports that a failed payment was paid in cash, which a second person confirms",
  body: z.strictObject({ voucher: fields.receiptGiven, shownDigest: office.shownDigest }),
  problems: [...resolvedProblems, "receipt-used", "payout-to-bank"],
});
