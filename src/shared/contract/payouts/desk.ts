import * as z from "zod/mini";
import { shownPayoutFacts } from "#shared/payout-facts.ts";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import * as fields from "#shared/contract/kernel/fields.ts";

/**
 * How far a payment to a phone is; `unknown` may have been paid, and is not sent again. The last
 * three are where one that failed went instead.
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

/** How the desk tabs them up: `held` wait as well, for a number that is about to change. */
export const payoutTabs = ["waiting", "held", "sent", "exceptions", "paid", "elsewhere"] as const;

export type PayoutState = (typeof payoutStates)[number];
export type PayoutTab = (typeof payoutTabs)[number];

const one = z.object({ id: fields.idParam });
const payout = z.object({
  id: z.string(),
  year: z.int(),
  memberNo: z.string(),
  fullName: z.string(),
  /** All but the last digits are hidden. */
  mobileNo: z.string(),
  reference: z.string(),
  amount: fields.amount,
  state: z.enum(payoutStates),
  /** Why it is not paid, or what is strange about it; empty where nothing is. */
  problem: z.string(),
  receipt: z.string(),
  /** A receipt that somebody says it was paid by, until another person agrees; else empty. */
  claimedReceipt: z.string(),
  claimedBy: z.string(),
  changedAt: z.string(),
});

export const list = endpoint({
  name: "payouts.list",
  method: "GET",
  path: "/api/v1/payouts",
  summary: "Payments to phones by tab, with what each tab comes to; exceptions need a person",
  audience: { kind: "staff", permission: "payouts.read" },
  params: fields.nothing,
  query: z.strictObject({
    tab: z.optional(z.enum(payoutTabs, "field.invalid")),
    year: z.optional(fields.yearParam),
    /** How words of the member's name or their number begin, or a whole reference or receipt. */
    search: z.optional(
      z.string().check(z.trim(), z.minLength(2, "field.invalid"), z.maxLength(60, "field.invalid")),
    ),
    after: z.optional(fields.idParam),
  }),
  body: fields.nothing,
  answer: z.object({
    /** These three come with the first page alone. */
    years: z.array(z.int()),
    tabs: z.array(z.object({ tab: z.enum(payoutTabs), payments: z.int(), amount: fields.amount })),
    queue: z.optional(
      z.object({
        /** How they leave: by files that staff pay, or by calls of the server's own. */
        channel: z.enum(["file", "daraja"]),
        due: z.int(),
        /** Not taken by the provider so far, to be sent again later; why, of the latest. */
        later: z.int(),
        problem: z.string(),
        /** On their way, without a result yet. */
        awaited: z.int(),
      }),
    ),
    rows: z.array(payout),
    /** To be sent as `after` for what follows; empty on the last page. */
    next: z.string(),
  }),
  problems: ["invalid"],
});

export const details = endpoint({
  name: "payouts.details",
  method: "GET",
  path: "/api/v1/payouts/:id",
  summary: "One payment to a phone: how it came to where it is, and what can be done with it",
  audience: { kind: "staff", permission: "payouts.read" },
  params: one,
  body: fields.nothing,
  answer: z.object({
    payout,
    /** Who found that it failed; they are not who decides on it. */
    failedBy: z.string(),
    /** Whether whoever looked it up may say what became of it. */
    mayBeMarked: z.boolean(),
    /** Where it would be sent again; empty while no number is confirmed, or it is changing. */
    mobileNow: z.string(),
    /** The withdrawable account it could go to; empty where the member has none. */
    accountNo: z.string(),
    /** What a person decides on; a call that decides sends the digest of exactly these facts. */
    shown: z.array(z.object({ name: z.enum(shownPayoutFacts), value: z.string() })),
    shownDigest: z.string(),
    steps: z.array(
      z.object({
        state: z.enum(payoutStates),
        problem: z.string(),
        receipt: z.string(),
        mobileNo: z.string(),
        /** The number of staff; empty where no person did it. */
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
  summary: "The last twenty payout files, and what became of the payments of each",
  audience: { kind: "staff", permission: "payouts.read" },
  params: fields.nothing,
  body: fields.nothing,
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
        /** Without a result so far. */
        open: z.int(),
        /** The request of results that wait for another person; empty where none wait. */
        approvalId: z.string(),
        /** Of the open ones: results set aside, as they were about payments to those who agreed. */
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
  summary: "The payments that a file would take now, with the digest that takes exactly these",
  audience: { kind: "staff", permission: "payouts.send" },
  params: fields.nothing,
  body: fields.nothing,
  answer: z.object({ payments: z.int(), amount: fields.amount, shownDigest: z.string() }),
  reads: "one-statement",
});

export const takeFile = endpoint({
  name: "payouts.takeFile",
  method: "POST",
  path: "/api/v1/payout-files",
  summary: "Take exactly the payments that were shown into a file, to be paid in bulk",
  audience: { kind: "staff", permission: "payouts.send" },
  params: fields.nothing,
  body: z.strictObject({ shownDigest: fields.shownDigest }),
  answer: z.object({ id: z.string(), payments: z.int(), amount: fields.amount }),
  lasting: true,
  status: 201,
  problems: ["no-payouts", "database-held", "shown-changed", "invalid"],
});

export const file = endpoint({
  name: "payouts.file",
  method: "GET",
  path: "/api/v1/payout-files/:id",
  summary: "A payout file as CSV for M-Pesa's bulk payments: the same bytes however often",
  audience: { kind: "staff", permission: "payouts.send" },
  limit: "documents",
  params: one,
  body: fields.nothing,
  answer: fields.nothing,
  files: ["text/csv; charset=utf-8"],
  problems: ["no-such-payout-file", "invalid"],
});

export const results = endpoint({
  name: "payouts.results",
  method: "POST",
  path: "/api/v1/payout-files/:id/results",
  summary: "Say what became of a file's payments by a CSV of results; another person agrees to it",
  audience: { kind: "staff", permission: "payouts.send" },
  params: one,
  takes: "text/csv",
  body: fields.nothing,
  answer: z.object({
    /** The request that another person approves; empty where the file says nothing new. */
    approvalId: z.string(),
    /** How many payments would be settled or put back, once it is approved. */
    paid: z.int(),
    failed: z.int(),
    /** Already known. */
    repeated: z.int(),
    /** Not believed: another amount, a used receipt, no payment of this file. */
    refused: z.array(z.object({ row: z.int(), reference: z.string() })),
    /** Set aside, as these payments are to the person who uploads them. */
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
  summary: "Say what became of a payment; that it was paid holds once another person agrees",
  audience: { kind: "staff", permission: "payouts.send" },
  params: one,
  body: z.discriminatedUnion(
    "outcome",
    [
      z.strictObject({
        outcome: z.literal("paid"),
        receipt: fields.receiptGiven,
        shownDigest: fields.shownDigest,
      }),
      z.strictObject({
        outcome: z.literal("failed"),
        reason: fields.reasonGiven,
        shownDigest: fields.shownDigest,
      }),
    ],
    "field.invalid",
  ),
  answer: payout,
  status: 201,
  problems: [
    "no-such-payout",
    "payout-state",
    "own-listing",
    "receipt-used",
    "shown-changed",
    "invalid",
  ],
});

export const confirmation = endpoint({
  name: "payouts.confirmation",
  method: "POST",
  path: "/api/v1/payouts/:id/confirmation",
  summary: "Agree that a payment was paid by the receipt somebody else gave, or not",
  audience: { kind: "staff", permission: "payouts.resolve" },
  params: one,
  body: z.strictObject({ agrees: z.boolean("field.required"), shownDigest: fields.shownDigest }),
  answer: payout,
  status: 201,
  problems: [
    "no-such-payout",
    "payout-state",
    "own-listing",
    "payout-two-people",
    "receipt-used",
    "shown-changed",
    "invalid",
  ],
});

const resolved = {
  method: "POST",
  audience: { kind: "staff", permission: "payouts.resolve" },
  params: one,
  body: z.strictObject({ shownDigest: fields.shownDigest }),
  answer: payout,
  status: 201,
} as const;

const resolvedProblems = [
  "no-such-payout",
  "payout-state",
  "payout-claimed",
  "own-listing",
  "payout-two-people",
  "not-enough",
  "shown-changed",
  "invalid",
] as const;

export const retry = endpoint({
  ...resolved,
  name: "payouts.retry",
  path: "/api/v1/payouts/:id/retry",
  summary: "Send a payment that failed again, to the member's confirmed number",
  problems: [
    "no-such-payout",
    "payout-state",
    "payout-claimed",
    "own-listing",
    "payout-two-people",
    "payout-unconfirmed",
    "payout-held",
    "not-enough",
    "shown-changed",
    "invalid",
  ],
});

export const toShares = endpoint({
  ...resolved,
  name: "payouts.toShares",
  path: "/api/v1/payouts/:id/shares",
  summary: "Give a payment that failed to share capital, without the tax of a payout",
  problems: resolvedProblems,
});

export const toAccount = endpoint({
  ...resolved,
  name: "payouts.toAccount",
  path: "/api/v1/payouts/:id/account",
  summary: "Give a payment that failed to the member's withdrawable account, after its tax",
  problems: [...resolvedProblems, "no-account"],
});

export const inCash = endpoint({
  ...resolved,
  name: "payouts.inCash",
  path: "/api/v1/payouts/:id/cash",
  summary: "Pay one that failed in cash at the office, by the number of a voucher",
  body: z.strictObject({ voucher: fields.receiptGiven, shownDigest: fields.shownDigest }),
  problems: [...resolvedProblems, "receipt-used"],
});

const text = z.string().check(z.maxLength(300));
const wording = z.union([text, z.number()]);

// The provider sends more than this, which is not read.
const told = z.object({
  Result: z.object({
    ResultCode: wording,
    OriginatorConversationID: text,
    TransactionID: z.optional(text),
    ResultParameters: z.optional(
      z.object({
        ResultParameter: z.optional(
          z.array(z.object({ Key: text, Value: z.optional(wording) })).check(z.maxLength(50)),
        ),
      }),
    ),
  }),
});

export type ToldResult = z.infer<typeof told>;

const result = {
  method: "POST",
  audience: { kind: "anyone" },
  limit: "public",
  params: z.object({ secret: z.string() }),
  query: fields.anyQuery,
  answer: z.object({ ResultCode: z.literal(0), ResultDesc: z.literal("Accepted") }),
  idempotency: "none",
  problems: ["no-such-address", "invalid"],
} as const;

export const providerResult = endpoint({
  ...result,
  name: "payouts.providerResult",
  path: "/api/v1/payout-results/:secret/result",
  summary: "What the payment provider says became of a payment",
  body: told,
});

export const providerTimeout = endpoint({
  ...result,
  name: "payouts.providerTimeout",
  path: "/api/v1/payout-results/:secret/timeout",
  summary: "That the payment provider gave up waiting, which says nothing of the money",
  body: told,
});
