import * as z from "zod/mini";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import * as fields from "#shared/contract/kernel/fields.ts";
import { eligibilityRules, feeTier, loanStates } from "./instant-loans.ts";
import { documentMediaTypes } from "#shared/contract/statements/member-statements.ts";

/** The tabs of the loan desk, in the order of its tabs. */
export const loanStages = [
  "to-approve",
  "to-disburse",
  "disbursed-today",
  "declined",
  "withdrawn",
  "running",
  "settled",
] as const;
export type LoanStage = (typeof loanStages)[number];

/** In what order a tab is read. */
export const queueOrders = ["longest", "newest", "amount"] as const;
export type QueueOrder = (typeof queueOrders)[number];

/**
 * Whether an application meets every rule it was made under, and otherwise what it waits for: the
 * member's consent to a change, or its guarantors.
 */
export const verdicts = ["met", "limit", "member", "guarantors", "unmet"] as const;

/** How a proposed change ended; a void one was overtaken by another change. */
export const closedAmendmentStates = [
  "agreed",
  "declined",
  "withdrawn",
  "expired",
  "void",
] as const;

/** How the money of a repayment came. */
export const repaymentWays = ["mpesa", "cash", "bank"] as const;
export type RepaymentWay = (typeof repaymentWays)[number];

const atTheDesk = { kind: "staff", permission: "loans.read" } as const;
const aLoan = z.object({ loanNo: fields.loanNoParam });

const listed = {
  /** Those that wait for a decision when left out. */
  stage: z.optional(z.enum(loanStages)),
  order: z.optional(z.enum(queueOrders)),
  /** Only those that meet every rule, or only those that do not; of what waits alone. */
  checks: z.optional(z.enum(["met", "unmet"])),
  /** How words of the member's name begin, or their number or the loan's. */
  search: z.optional(
    z.string().check(z.trim(), z.minLength(2, "field.invalid"), z.maxLength(60, "field.invalid")),
  ),
};

export const queue = endpoint({
  name: "instant-loans.queue",
  method: "GET",
  path: "/api/v1/instant-loans",
  summary: "A tab of the loan desk, fifty applications at a time, and how many lie on each",
  audience: atTheDesk,
  params: fields.nothing,
  query: z.strictObject({
    ...listed,
    /** Where to go on, as the page before said. */
    after: z.optional(fields.cursorGiven),
  }),
  body: fields.nothing,
  answer: z.object({
    rows: z.array(
      z.object({
        id: z.string(),
        loanNo: z.string(),
        memberNo: z.string(),
        member: z.string(),
        state: z.enum(loanStates),
        amount: fields.amount,
        total: fields.amount,
        period: z.int(),
        repayment: fields.amount,
        deposits: fields.amount,
        appliedOn: fields.day,
        /** When it came to this tab: it was applied for, approved, declined, withdrawn, paid. */
        since: fields.day,
        /** Whole hours since then. */
        waitingHours: z.int(),
        /** Left out where nothing is to be decided any more. */
        checks: z.optional(
          z.object({
            verdict: z.enum(verdicts),
            /** The first rule that is not met; left out where all are. */
            rule: z.optional(z.enum(eligibilityRules)),
          }),
        ),
      }),
    ),
    /** Where the next ones begin; empty at the end. */
    next: z.string(),
    /** With the first page alone. */
    tabs: z.array(z.object({ stage: z.enum(loanStages), count: z.int(), amount: fields.amount })),
  }),
  problems: ["invalid"],
});

/** So many applications at most stand in one file. */
export const EXPORT_ROWS = 5000;

export const exported = endpoint({
  name: "instant-loans.export",
  method: "GET",
  path: "/api/v1/instant-loan-exports/csv",
  summary: `A tab of the loan desk as CSV, as it is shown; ${EXPORT_ROWS} rows at most`,
  audience: atTheDesk,
  limit: "documents",
  params: fields.nothing,
  query: z.strictObject(listed),
  body: fields.nothing,
  answer: fields.nothing,
  files: [documentMediaTypes.csv],
  problems: ["invalid"],
});

const otherLoan = z.object({
  loanNo: z.string(),
  purpose: z.string(),
  outstanding: fields.amount,
  /** Of the instalments due so far, how many were covered by their day, and how many not. */
  onTime: z.int(),
  late: z.int(),
});

const guarantee = z.object({
  loanNo: z.string(),
  /** Whose loan it is, or who guarantees it. */
  memberNo: z.string(),
  member: z.string(),
  amount: fields.amount,
  outstanding: fields.amount,
});

const check = z.object({
  code: z.enum(eligibilityRules),
  state: z.enum(["met", "unmet", "off"]),
  /** What is missing: an amount, or months; empty where nothing is or it cannot be counted. */
  short: z.string(),
});

const quotedUnder = z.object({
  number: z.string(),
  from: fields.day,
  least: fields.amount,
  most: fields.amount,
  depositsPercent: z.int(),
  membershipMonths: z.int(),
  shareCapital: fields.amount,
  feeTiers: z.array(feeTier),
  /** In hundredths of a per cent; nought where the fee of this amount is flat. */
  rateBasisPoints: z.int(),
});

/**
 * What a person of the office is shown before they decide on a loan. Amounts are wire amounts, such
 * as 6600 or 225.05; several guarantors are several facts of one name.
 */
export const shownLoanFacts = [
  "name",
  "member-no",
  "state",
  "amount",
  "months",
  "instalment",
  "total",
  "owed",
  "owed-here",
  "free-deposits",
  "share-capital",
  "guarantor",
  "blacklisted",
  "registered-by",
  "amended-by",
  "waiting-receipt",
] as const;
export type ShownLoanFact = (typeof shownLoanFacts)[number];

export const file = endpoint({
  name: "instant-loans.file",
  method: "GET",
  path: "/api/v1/instant-loans/:loanNo/file",
  summary: "All an officer decides on: rules, standing, deductions, guarantees, history",
  audience: atTheDesk,
  params: aLoan,
  body: fields.nothing,
  answer: z.object({
    member: z.object({
      memberNo: z.string(),
      fullName: z.string(),
      mobile: z.string(),
      joinedOn: fields.day,
      months: z.int(),
      deposits: fields.amount,
      /** What of them does not stand for loans of others. */
      freeDeposits: fields.amount,
      /** Owed without guarantors on other loans, and on applications made before this one. */
      owed: fields.amount,
      shareCapital: fields.amount,
      /** Still owed on instant loans. */
      unpaid: fields.amount,
      blacklisted: z.boolean(),
    }),
    /** Left out, with the verdict, for a loan from before this portal, which it did not judge. */
    policy: z.optional(quotedUnder),
    verdict: z.optional(z.enum(verdicts)),
    /** Judged as if guarantors had accepted all that they have to cover. */
    checks: z.array(check),
    /** What of that they have yet to accept; nought once it is decided. */
    uncovered: fields.amount,
    /** Loans the member still pays, of every kind. */
    others: z.array(otherLoan),
    /** What is to be deducted month by month, of the other loans and of this one. */
    deductions: z.array(
      z.object({
        /** `YYYY-MM`. */
        month: z.string(),
        others: z.array(fields.amount),
        thisLoan: fields.amount,
        together: fields.amount,
      }),
    ),
    guaranteesGiven: z.array(guarantee),
    /** For the member's other loans; this one's come with the application. */
    guaranteesHeld: z.array(guarantee),
    history: z.array(
      z.object({
        loanNo: z.string(),
        appliedOn: fields.day,
        amount: fields.amount,
        state: z.enum(loanStates),
      }),
    ),
    /** Whole hours since it came to where it stands. */
    waitingHours: z.int(),
    outstanding: fields.amount,
    repayments: z.array(
      z.object({
        receipt: z.string(),
        date: fields.day,
        amount: fields.amount,
        /** Empty where it did not come over the desk. */
        way: z.union([z.enum(repaymentWays), z.literal("")]),
        by: z.string(),
        /** Whether whoever asks recorded it, and so may not take it back. */
        yours: z.boolean(),
        /** Why it was taken back; empty where it stands. */
        reversedFor: z.string(),
        /** The digest of this row, which a reversal sends back. */
        shownDigest: z.string(),
      }),
    ),
    /** The repayment that waits for a second person; left out where none does. */
    waiting: z.optional(
      z.object({
        approvalId: z.string(),
        amount: fields.amount,
        receipt: z.string(),
        by: z.string(),
        /** Whether whoever asks recorded it, and so may not confirm it. */
        yours: z.boolean(),
      }),
    ),
    /** The request to take the approval or disbursement back; left out where none waits. */
    takingBack: z.optional(
      z.object({ approvalId: z.string(), by: z.string(), yours: z.boolean() }),
    ),
    /** Proposed changes that wait no longer, the oldest first. */
    amendments: z.array(
      z.object({
        id: z.string(),
        state: z.enum(closedAmendmentStates),
        amount: fields.amount,
        total: fields.amount,
        repayment: fields.amount,
        proposedOn: fields.day,
        proposedBy: z.string(),
        /** When it was answered or expired; of a void one, when it was proposed. */
        date: fields.day,
        /** Hours and minutes in Nairobi. */
        time: z.string(),
        /** The person who withdrew it or entered the member's code; empty for others. */
        by: z.string(),
      }),
    ),
    /** Whether whoever asks is the borrower, or amended or approved it. */
    isYours: z.boolean(),
    youAmended: z.boolean(),
    youApproved: z.boolean(),
    /** What is shown before a decision, and its digest, which the decision sends back. */
    shown: z.array(z.object({ name: z.enum(shownLoanFacts), value: z.string() })),
    shownDigest: z.string(),
  }),
  problems: ["no-such-loan"],
});

export const details = endpoint({
  name: "instant-loans.details",
  method: "GET",
  path: "/api/v1/loandetails/:id",
  summary: "Which application has an id, as the earlier client lists it",
  audience: atTheDesk,
  params: z.object({ id: fields.idParam }),
  body: fields.nothing,
  answer: z.object({ id: z.string(), loanNo: z.string(), memberno: z.string() }),
  problems: ["no-such-loan", "invalid"],
  reads: "one-statement",
});

export const repayment = endpoint({
  name: "instant-loans.repayments",
  method: "POST",
  path: "/api/v1/instant-loans/:loanNo/repayments",
  summary: "Record a repayment by its receipt, which is credited once, and how it came",
  audience: { kind: "staff", permission: "loans.receive" },
  params: aLoan,
  body: z.strictObject({
    amount: fields.amountGiven,
    receipt: fields.receiptGiven,
    /** M-Pesa when left out. */
    way: z.optional(z.enum(repaymentWays, "field.required")),
    /** The day it counts from; today when left out. */
    date: z.optional(fields.dayParam),
    /** How much more than is owed it is known to be; what is more than that is refused. */
    over: z.optional(fields.amountGiven),
    /** The digest of the loan's file; whoever records a receipt without reading it sends none. */
    shownDigest: z.optional(fields.shownDigest),
  }),
  answer: z.object({
    loanNo: z.string(),
    state: z.enum(loanStates),
    /** The request that waits for a second person; left out where the repayment is recorded. */
    approvalId: z.optional(z.string()),
  }),
  status: 201,
  problems: [
    "no-such-loan",
    "loan-state",
    "own-loan",
    "repayment-over",
    "receipt-used",
    "receipt-waits",
    "approval-waits",
    "shown-changed",
    "invalid",
  ],
});

export const reversal = endpoint({
  name: "instant-loans.reversals",
  method: "POST",
  path: "/api/v1/instant-loans/:loanNo/reversals",
  summary: "Take back a repayment that was recorded by mistake, by somebody else than recorded it",
  audience: { kind: "staff", permission: "loans.receive" },
  params: aLoan,
  body: z.strictObject({
    receipt: fields.receiptGiven,
    reason: z
      .string("field.required")
      .check(z.trim(), z.minLength(1, "field.required"), z.maxLength(200, "field.invalid")),
    /** The digest of the repayment as it was shown: its receipt may have been recorded again. */
    shownDigest: fields.shownDigest,
  }),
  answer: z.object({ loanNo: z.string(), state: z.enum(loanStates) }),
  status: 201,
  problems: ["no-such-loan", "loan-state", "own-loan", "own-entry", "shown-changed", "invalid"],
});
