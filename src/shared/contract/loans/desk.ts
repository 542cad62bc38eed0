import * as z from "zod/mini";
import { payoutDestinations } from "#shared/payout-ways.ts";
import { otherRepaymentWays } from "#shared/repayment-ways.ts";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import * as fields from "#shared/contract/kernel/fields.ts";
import * as office from "#shared/contract/kernel/office-fields.ts";
import type { FieldProblem } from "#shared/contract/kernel/problems.ts";
import { closedAmendmentStates } from "./amendments.ts";
import { eligibilityRules, feeTier, loanStates } from "./instant-loans.ts";
import { documentMediaTypes } from "#shared/contract/statements/member-statements.ts";

/** The tabs of the loan desk, in display order. */
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

/** The sort order of a tab. */
export const queueOrders = ["longest", "newest", "amount"] as const;
export type QueueOrder = (typeof queueOrders)[number];

/**
 * Whether an application meets every rule or still waits for the member's consent to a change, or
 * for its guarantors.
 */
export const verdicts = ["met", "limit", "member", "guarantors", "unmet"] as const;

/** The payment method of a repayment. */
export const repaymentWays = ["mpesa", "cash", "bank"] as const;
export type RepaymentWay = (typeof repaymentWays)[number];

/** The channels that the loan desk records. Cash goes through a till of the counter. */
export const deskWays = ["mpesa", "bank"] as const;
export type DeskWay = (typeof deskWays)[number];

const atTheDesk = { kind: "staff", permission: "loans.read" } as const;
const aLoan = z.object({ loanNo: fields.loanNoParam });

const listed = {
  /** The applications that wait for a decision when left out. */
  stage: z.optional(z.enum(loanStages)),
  order: z.optional(z.enum(queueOrders)),
  /** Only those that meet every rule, or only those that do not; for waiting applications only. */
  checks: z.optional(z.enum(["met", "unmet"])),
  /**
   * Matches the beginning of a word of the member's name, of the member number or the loan number.
   */
  search: z.optional(
    z.string().check(z.trim(), z.minLength(2, "field.invalid"), z.maxLength(60, "field.invalid")),
  ),
};

export const queue = endpoint({
  name: "instant-loans.queue",
  method: "GET",
  readsFrom: "replica",
  path: "/api/v1/instant-loans",
  summary: "Lists a tab of the loan desk, fifty applications at a time, with the count of each tab",
  audience: atTheDesk,
  subject: "call",
  query: z.strictObject({
    ...listed,
    /** The cursor from the page before. */
    after: z.optional(fields.cursorGiven),
  }),
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
        /**
         * When it entered this tab: the time of application, approval, decline, withdrawal or
         * payment.
         */
        since: fields.day,
        /** Whole hours since then. */
        waitingHours: z.int(),
        /** Left out where nothing is left to decide. */
        checks: z.optional(
          z.object({
            verdict: z.enum(verdicts),
            /** The first rule that is not met; left out where all are met. */
            rule: z.optional(z.enum(eligibilityRules)),
          }),
        ),
      }),
    ),
    /** The cursor of the next page; empty at the end. */
    next: z.string(),
    /** Only with the first page. */
    tabs: z.array(z.object({ stage: z.enum(loanStages), count: z.int(), amount: fields.amount })),
  }),
  problems: ["invalid"],
});

/** The most applications in one file. */
export const EXPORT_ROWS = 5000;

export const exported = endpoint({
  name: "instant-loans.export",
  method: "GET",
  readsFrom: "replica",
  path: "/api/v1/instant-loan-exports/csv",
  summary: `Exports a tab of the loan desk as CSV, as shown on screen; ${EXPORT_ROWS} rows at most`,
  audience: atTheDesk,
  subject: "call",
  limit: "documents",
  query: z.strictObject(listed),
  answer: fields.nothing,
  files: [documentMediaTypes.csv],
  problems: ["invalid"],
});

const otherLoan = z.object({
  loanNo: z.string(),
  purpose: z.string(),
  outstanding: fields.amount,
  /** Of the instalments due so far, the number covered by their due date, and the number not. */
  onTime: z.int(),
  late: z.int(),
});

const guarantee = z.object({
  loanNo: z.string(),
  /** The borrower or the guarantor. */
  memberNo: z.string(),
  member: z.string(),
  amount: fields.amount,
  outstanding: fields.amount,
});

const check = z.object({
  code: z.enum(eligibilityRules),
  state: z.enum(["met", "unmet", "off"]),
  /** The shortfall, an amount or months; empty where there is none or it cannot be calculated. */
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
  /** In hundredths of a percent; 0 where the fee for this amount is flat. */
  rateBasisPoints: z.int(),
});

/**
 * The facts that staff are shown before they decide on a loan. Amounts are wire amounts, such as
 * 6600 or 225.05; each guarantor is a separate fact, all with the same name.
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
  summary: "Returns the loan file an officer decides on: rules, deductions, guarantees, history",
  audience: atTheDesk,
  subject: { param: "loanNo", kind: "loan" },
  params: aLoan,
  answer: z.object({
    member: z.object({
      memberNo: z.string(),
      fullName: z.string(),
      mobile: z.string(),
      /** `office` where M-Pesa cannot pay this loan: no confirmed number, cents, or too much. */
      paysBy: z.enum(payoutDestinations),
      joinedOn: fields.day,
      months: z.int(),
      deposits: fields.amount,
      /** Deposits that are not pledged to other members' loans. */
      freeDeposits: fields.amount,
      /** The unguaranteed balance of other loans, and of earlier applications. */
      owed: fields.amount,
      shareCapital: fields.amount,
      /** The balance of instant loans. */
      unpaid: fields.amount,
      blacklisted: z.boolean(),
    }),
    /** Left out, with the verdict, for a loan from before this portal, which did not assess it. */
    policy: z.optional(quotedUnder),
    verdict: z.optional(z.enum(verdicts)),
    /** Assessed as if guarantors had accepted the whole cover. */
    checks: z.array(check),
    /** The cover not yet accepted; zero once it is decided. */
    uncovered: fields.amount,
    /** The member's open loans of every kind. */
    others: z.array(otherLoan),
    /** The monthly deductions of the other loans and of this one. */
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
    /** For the member's other loans; this loan's deductions come with the application. */
    guaranteesHeld: z.array(guarantee),
    history: z.array(
      z.object({
        loanNo: z.string(),
        appliedOn: fields.day,
        amount: fields.amount,
        state: z.enum(loanStates),
      }),
    ),
    /** Whole hours since it reached its state. */
    waitingHours: z.int(),
    outstanding: fields.amount,
    repayments: z.array(
      z.object({
        receipt: z.string(),
        date: fields.day,
        amount: fields.amount,
        /** Empty where it has none of these names. */
        way: z.union([z.enum([...repaymentWays, ...otherRepaymentWays]), z.literal("")]),
        by: z.string(),
        /** Whether the requester recorded it and so may not reverse it. */
        yours: z.boolean(),
        /** Why it was reversed; empty where it was not. */
        reversedFor: z.string(),
        /** The digest of this row, which a reversal sends back. */
        shownDigest: z.string(),
      }),
    ),
    /** The repayment that waits for a second person; left out where there is none. */
    waiting: z.optional(
      z.object({
        approvalId: z.string(),
        amount: fields.amount,
        receipt: z.string(),
        by: z.string(),
        /** Whether the requester recorded it and so may not confirm it. */
        yours: z.boolean(),
      }),
    ),
    /**
     * The request to return the approval or reverse the disbursement; left out where there is none.
     */
    takingBack: z.optional(
      z.object({ approvalId: z.string(), by: z.string(), yours: z.boolean() }),
    ),
    /** Proposed changes that no longer wait, oldest first. */
    amendments: z.array(
      z.object({
        id: z.string(),
        state: z.enum(closedAmendmentStates),
        amount: fields.amount,
        total: fields.amount,
        repayment: fields.amount,
        proposedOn: fields.day,
        proposedBy: z.string(),
        /** When it was answered or expired; for a void one, when it was proposed. */
        date: fields.day,
        /** Hours and minutes in Nairobi. */
        time: z.string(),
        /** The person who withdrew it or entered the member's code; otherwise empty. */
        by: z.string(),
      }),
    ),
    /** Whether the requester is the borrower, or amended or approved it. */
    isYours: z.boolean(),
    youAmended: z.boolean(),
    youApproved: z.boolean(),
    /** The facts shown before a decision, and their digest, which the decision sends back. */
    shown: z.array(z.object({ name: z.enum(shownLoanFacts), value: z.string() })),
    shownDigest: z.string(),
  }),
  problems: ["no-such-loan"],
});

export const details = endpoint({
  name: "instant-loans.details",
  method: "GET",
  readsFrom: "replica",
  path: "/api/v1/loandetails/:id",
  summary: "Finds an application by its id, as the earlier client lists it",
  audience: atTheDesk,
  subject: "call",
  params: office.byId,
  answer: z.object({ id: z.string(), loanNo: z.string(), memberno: z.string() }),
  problems: ["no-such-loan", "invalid"],
  reads: "one-statement",
});

export const repayment = endpoint({
  name: "instant-loans.repayments",
  method: "POST",
  path: "/api/v1/instant-loans/:loanNo/repayments",
  summary: "Records a repayment by its receipt number, which is credited once",
  audience: { kind: "staff", permission: "loans.receive" },
  params: aLoan,
  body: z.strictObject({
    amount: fields.amountGiven,
    receipt: fields.receiptGiven,
    /** M-Pesa when left out. */
    way: z.optional(z.enum(deskWays, "cash.counter" satisfies FieldProblem)),
    /** The value date; today when left out. */
    date: z.optional(fields.dayParam),
    /** The confirmed overpayment; a larger one is rejected. */
    over: z.optional(fields.amountGiven),
    /** The digest of the loan's file; left out where a receipt is recorded without opening it. */
    shownDigest: z.optional(office.shownDigest),
  }),
  answer: z.object({
    loanNo: z.string(),
    state: z.enum(loanStates),
    /** The request that waits for a second person; left out where the repayment was recorded. */
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
  summary:
    "Reverses a repayment recorded by mistake, by a person other than the one who recorded it",
  audience: { kind: "staff", permission: "loans.receive" },
  params: aLoan,
  body: z.strictObject({
    receipt: fields.receiptGiven,
    reason: z
      .string("field.required")
      .check(z.trim(), z.minLength(1, "field.required"), z.maxLength(200, "field.invalid")),
    /** The digest of the repayment as displayed: its receipt may have been recorded again since. */
    shownDigest: office.shownDigest,
  }),
  answer: z.object({ loanNo: z.string(), state: z.enum(loanStates) }),
  status: 201,
  problems: [
    "no-such-loan",
    "loan-state",
    "own-loan",
    "own-entry",
    "paid-by-paybill",
    "paid-at-counter",
    "shown-changed",
    "invalid",
  ],
});
