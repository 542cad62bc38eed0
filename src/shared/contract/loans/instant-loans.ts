import * as z from "zod/mini";
import { scheduleStarts } from "#shared/instant-loan.ts";
import { type Cents, parseAmount } from "#shared/money.ts";
import { restRules } from "#shared/pay-day.ts";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import * as fields from "#shared/contract/kernel/fields.ts";
import type { FieldProblem } from "#shared/contract/kernel/problems.ts";

/** The states of a loan. */
export const loanStates = [
  "applied",
  "approved",
  "declined",
  "withdrawn",
  "disbursed",
  "settled",
] as const;
export type LoanState = (typeof loanStates)[number];

/** The events of a loan, in their possible order. */
export const loanSteps = [
  "applied",
  "amended",
  "approved",
  "declined",
  "withdrawn",
  "returned",
  "disbursed",
  "unsent",
  "arrived",
  "recalled",
  "repaid",
  "reversed",
  "settled",
] as const;
export type LoanStep = (typeof loanSteps)[number];

/**
 * Where the money of a disbursed loan is: queued for M-Pesa, to be paid by the office, sent, sent
 * with an unknown result, with the member, or returned because it could not be sent.
 */
export const loanPayments = [
  "queued",
  "office",
  "to-bank",
  "at-bank",
  "sent",
  "checking",
  "arrived",
  "failed",
] as const;
export type LoanPayment = (typeof loanPayments)[number];

/** The codes of the eligibility rules. */
export const eligibilityRules = [
  "minimum",
  "maximum",
  "deposits",
  "membership",
  "shareCapital",
  "openApplication",
  "unpaidLoan",
  "blacklist",
] as const;
export type EligibilityRule = (typeof eligibilityRules)[number];

/** A requested guarantor and the amount to guarantee. */
export const guarantorNamed = z.object({
  memberNo: fields.memberNo,
  amount: fields.amountGiven,
});

/** The most guarantors that may be asked or have accepted at once. */
export const MAX_GUARANTORS = 10;

const tooMany = "guarantor.many" satisfies FieldProblem;

/** The figures of an application in an answer. */
export const loanFigures = {
  amount: fields.amount,
  fee: fields.amount,
  total: fields.amount,
  period: z.int(),
  repayment: fields.amount,
};

/** The cost of a loan up to an amount. */
export const feeTier = z.object({
  /** Left out where the tier has no upper limit. */
  upTo: z.optional(fields.amount),
  flatFee: fields.amount,
  rateBasisPoints: z.int(),
});

/** The terms of instant loans from a date on, in an answer. */
export const policy = z.object({
  effectiveFrom: fields.day,
  feeTiers: z.array(feeTier),
  minimum: fields.amount,
  maximum: fields.amount,
  minMonths: z.int(),
  maxMonths: z.int(),
  depositsPercent: z.int(),
  membershipMonths: z.int(),
  shareCapital: fields.amount,
  /** How many applications may wait at once; 0 means no limit. */
  openApplications: z.int(),
  rejectUnpaid: z.boolean(),
  rejectBlacklisted: z.boolean(),
  guarantorsAllowed: z.boolean(),
  missedGraceDays: z.int(),
  /** The employer's pay day, on which deductions are due; 0 where none is set. */
  payDay: z.int(),
  /** Where a pay day moves that is not a working day; it stays within its month. */
  payDayRest: z.enum(restRules),
  /** For how many days after an import no notice of a missed deduction is sent. */
  missedQuietDays: z.int(),
  /** No notice is sent of a smaller amount. */
  missedLeast: fields.amount,
  /** From which day instalments are counted. */
  scheduleFrom: z.enum(scheduleStarts),
});

export const policyInForce = endpoint({
  name: "instant-loans.policy",
  method: "GET",
  path: "/api/v1/instant-loans/policy",
  summary: "Returns today's terms of instant loans: cost and eligibility",
  audience: { kind: "signed-in" },
  answer: policy,
  reads: "one-statement",
});

function readPledges(given: string): Cents[] | null {
  const pledges = given.split(",").flatMap((amount) => parseAmount(amount) ?? []);
  return pledges.length === given.split(",").length && pledges.length <= MAX_GUARANTORS
    ? pledges
    : null;
}

export const eligibility = endpoint({
  name: "instant-loans.eligibility",
  method: "GET",
  path: "/api/v1/members/:memberNo/instant-loans/eligibility",
  summary:
    "Returns each eligibility rule with its state, what would meet it, and the current limit",
  audience: { kind: "record", param: "memberNo", staff: "loans.read" },
  params: z.object({ memberNo: fields.memberNoParam }),
  query: z.strictObject({
    amount: z.optional(fields.amountGiven),
    /** The pledge of each guarantor: `5000,2500.50`. It contains no names or numbers. */
    guaranteed: z.optional(fields.readBy(readPledges, "amount.form")),
  }),
  answer: z.object({
    eligible: z.boolean(),
    /** The most the member can borrow alone. */
    most: fields.amount,
    least: fields.amount,
    /** The most the member can borrow with guarantors; never less than alone. */
    mostWithGuarantors: fields.amount,
    /** The cover that guarantors would have to pledge for the requested amount. */
    needsGuarantees: fields.amount,
    rules: z.array(
      z.object({
        code: z.enum(eligibilityRules),
        state: z.enum(["met", "unmet", "off"]),
        /** Empty where the society has no such rule. */
        words: z.string(),
      }),
    ),
    /** A larger amount with lower costs, if there is one. */
    cheaper: z.optional(
      z.object({ amount: fields.amount, fee: fields.amount, saving: fields.amount }),
    ),
  }),
  problems: ["invalid", "no-such-member"],
});

export const register = endpoint({
  name: "instant-loans.register",
  method: "POST",
  path: "/api/v1/instant/register",
  summary: "Applies for an instant loan; the server recalculates the figures",
  audience: { kind: "member" },
  body: z.object({
    memNo: fields.memberNo,
    category: fields.category,
    amount: fields.amountGiven,
    period: fields.monthsGiven,
    total: fields.figureGiven,
    repayment: fields.figureGiven,
    /** The guarantors for the part not covered by the member's own deposits; required only then. */
    guarantors: z.optional(z.array(guarantorNamed).check(z.maxLength(MAX_GUARANTORS, tooMany))),
  }),
  answer: z.object({
    code: z.literal(201),
    message: z.literal("Application Successful"),
    loanNo: z.string(),
    memNo: z.string(),
    category: z.literal("Instant"),
    ...loanFigures,
    instalments: z.array(fields.amount),
  }),
  status: 201,
  problems: ["not-yours", "invalid", "not-active", "not-eligible", "open-application"],
});
