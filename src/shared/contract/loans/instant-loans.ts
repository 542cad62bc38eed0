import * as z from "zod/mini";
import { restRules } from "#shared/pay-day.ts";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import * as fields from "#shared/contract/kernel/fields.ts";
import type { FieldProblem } from "#shared/contract/kernel/problems.ts";

/** Where a loan may stand in its life. */
export const loanStates = [
  "applied",
  "approved",
  "declined",
  "withdrawn",
  "disbursed",
  "settled",
] as const;
export type LoanState = (typeof loanStates)[number];

/** What may happen to a loan, in the order in which it may. */
export const loanSteps = [
  "applied",
  "amended",
  "approved",
  "declined",
  "withdrawn",
  "returned",
  "disbursed",
  "recalled",
  "repaid",
  "reversed",
  "settled",
] as const;
export type LoanStep = (typeof loanSteps)[number];

/** The rules of eligibility, by their codes. */
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

/** Whom a borrower asks to guarantee how much of a loan. */
export const guarantorNamed = z.object({
  memberNo: fields.memberNo,
  amount: fields.amountGiven,
});

/** As many may be asked or have accepted at once. */
export const MOST_GUARANTORS = 10;

const tooMany = "guarantor.many" satisfies FieldProblem;

/** The figures of an application as they are answered. */
export const loanFigures = {
  amount: fields.amount,
  fee: fields.amount,
  total: fields.amount,
  period: z.int(),
  repayment: fields.amount,
};

/** What a loan of up to so much costs. */
export const feeTier = z.object({
  /** Left out where the tier covers whatever is more. */
  upTo: z.optional(fields.amount),
  flatFee: fields.amount,
  rateBasisPoints: z.int(),
});

/** What holds of instant loans from a day on, as it is answered. */
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
  /** How many applications may wait at once; nought where there is no limit. */
  openApplications: z.int(),
  rejectUnpaid: z.boolean(),
  rejectBlacklisted: z.boolean(),
  guarantorsAllowed: z.boolean(),
  missedGraceDays: z.int(),
  /** The employer's pay day, on which deductions are due; 0 where none is set. */
  payDay: z.int(),
  /** Where a pay day goes that is no working day; it stays within its month. */
  payDayRest: z.enum(restRules),
  /** For how many days after an import nobody is told of a missed deduction. */
  missedQuietDays: z.int(),
  /** Nobody is told of a smaller sum. */
  missedLeast: fields.amount,
});

export const policyInForce = endpoint({
  name: "instant-loans.policy",
  method: "GET",
  path: "/api/v1/instant-loans/policy",
  summary: "What instant loans cost today, and who may have one",
  audience: { kind: "signed-in" },
  params: fields.nothing,
  body: fields.nothing,
  answer: policy,
  reads: "one-statement",
});

export const eligibility = endpoint({
  name: "instant-loans.eligibility",
  method: "GET",
  path: "/api/v1/members/:memberNo/instant-loans/eligibility",
  summary: "Each rule with its state, what would satisfy it, and the most there is to borrow now",
  audience: { kind: "record", param: "memberNo", staff: "loans.read" },
  params: z.object({ memberNo: fields.memberNoParam }),
  query: z.strictObject({ amount: z.optional(fields.amountGiven) }),
  body: fields.nothing,
  answer: z.object({
    eligible: z.boolean(),
    /** What the member can borrow alone. */
    most: fields.amount,
    least: fields.amount,
    /** What the member can borrow with guarantors; no less than alone. */
    mostWithGuarantors: fields.amount,
    /** What guarantors would have to cover of the amount that was asked about. */
    needsGuarantees: fields.amount,
    rules: z.array(
      z.object({
        code: z.enum(eligibilityRules),
        state: z.enum(["met", "unmet", "off"]),
        /** Empty where the society does not ask it. */
        words: z.string(),
      }),
    ),
    /** A larger amount that costs less, where there is one. */
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
  summary: "Apply for an instant loan; the figures are reckoned anew",
  audience: { kind: "member" },
  params: fields.nothing,
  body: z.object({
    memNo: fields.memberNo,
    category: fields.category,
    amount: fields.amountGiven,
    period: fields.monthsGiven,
    total: fields.figureGiven,
    repayment: fields.figureGiven,
    /** Who is to cover what the member's own deposits do not; asked only where that is so. */
    guarantors: z.optional(z.array(guarantorNamed).check(z.maxLength(MOST_GUARANTORS, tooMany))),
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
