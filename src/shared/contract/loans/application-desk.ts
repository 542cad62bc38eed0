import * as z from "zod/mini";
import { scheduleStarts } from "#shared/instant-loan.ts";
import { restRules } from "#shared/pay-day.ts";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import * as fields from "#shared/contract/kernel/fields.ts";
import * as office from "#shared/contract/kernel/office-fields.ts";
import { loanFigures, policy } from "./instant-loans.ts";
import type { FieldProblem } from "#shared/contract/kernel/problems.ts";

const basisPoints = z.int().check(z.minimum(0), z.maximum(10_000));
const months = z.int().check(z.minimum(1), z.maximum(6));
const orZero = fields.amountOrZero;

const tiersGiven = z
  .array(
    z.strictObject({
      upTo: z.optional(fields.amountGiven),
      flatFee: orZero,
      rateBasisPoints: basisPoints,
    }),
  )
  .check(
    z.minLength(1),
    z.maxLength(10),
    z.refine(
      (tiers) =>
        tiers.every(({ upTo }, index) => {
          if (index === tiers.length - 1) return upTo === undefined;
          return upTo !== undefined && upTo > (tiers[index - 1]?.upTo ?? 0n);
        }),
      "tiers.form" satisfies FieldProblem,
    ),
  );

const policyGiven = {
  feeTiers: tiersGiven,
  minimum: fields.amountGiven,
  maximum: fields.amountGiven,
  minMonths: months,
  maxMonths: months,
  /** The most that may be borrowed, in percent of deposits; 0 means no such rule. */
  depositsPercent: z.int().check(z.minimum(0), z.maximum(10_000)),
  membershipMonths: z.int().check(z.minimum(0), z.maximum(1200)),
  shareCapital: orZero,
  /** How many applications of a member may wait, one when left out; 0 means no limit. */
  openApplications: z.optional(z.int().check(z.minimum(0), z.maximum(3))),
  rejectUnpaid: z.boolean(),
  rejectBlacklisted: z.boolean(),
  /** The terms below keep today's values when they are left out. */
  guarantorsAllowed: z.optional(z.boolean()),
  missedGraceDays: z.optional(z.int().check(z.minimum(0), z.maximum(90))),
  payDay: z.optional(z.int().check(z.minimum(0), z.maximum(31))),
  payDayRest: z.optional(z.enum(restRules)),
  missedQuietDays: z.optional(z.int().check(z.minimum(0), z.maximum(60))),
  missedLeast: z.optional(orZero),
  scheduleFrom: z.optional(z.enum(scheduleStarts)),
};

interface Bounds {
  readonly minimum: bigint;
  readonly maximum: bigint;
  readonly minMonths: number;
  readonly maxMonths: number;
}

const amountsInOrder = z.refine<Bounds>(({ minimum, maximum }) => minimum <= maximum, {
  path: ["maximum"],
  error: "amount.form" satisfies FieldProblem,
});
const monthsInOrder = z.refine<Bounds>(({ minMonths, maxMonths }) => minMonths <= maxMonths, {
  path: ["maxMonths"],
  error: "period.form" satisfies FieldProblem,
});

export const setPolicy = endpoint({
  name: "instant-loans.setPolicy",
  method: "POST",
  path: "/api/v1/instant-loans/policy",
  summary: "Sets the loan policy from a date on; existing applications keep theirs",
  audience: { kind: "staff", permission: "loans.policy" },
  body: z
    .strictObject({
      ...policyGiven,
      effectiveFrom: fields.dayParam,
      /** The newest policy the author has seen; rejected where another was set since. */
      follows: z.optional(fields.idParam),
    })
    .check(amountsInOrder, monthsInOrder),
  answer: policy,
  status: 201,
  problems: ["invalid", "policy-changed"],
});

export const previewPolicy = endpoint({
  name: "instant-loans.previewPolicy",
  method: "POST",
  path: "/api/v1/instant-loans/policy/preview",
  summary: "Compares a proposed policy with the current one on sample amounts",
  audience: { kind: "staff", permission: "loans.policy" },
  subject: "call",
  body: z.strictObject({
    policy: z.strictObject(policyGiven).check(amountsInOrder, monthsInOrder),
    amounts: z.array(fields.amountGiven).check(z.minLength(1), z.maxLength(20)),
    period: months,
  }),
  answer: z.array(
    z.object({
      amount: fields.amount,
      /** Left out where the policy does not lend this amount over that period. */
      inForce: z.optional(z.object(loanFigures)),
      proposed: z.optional(z.object(loanFigures)),
    }),
  ),
  idempotency: "none",
  problems: ["invalid"],
});

export const loans = endpoint({
  name: "instant-loans.loans",
  method: "GET",
  path: "/api/v1/loan",
  aliases: ["/v1/loan"],
  summary: "Lists loans: a member's own, or all of them for staff, a hundred to a page",
  audience: { kind: "own", staff: "loans.read" },
  subject: "call",
  limit: "polls",
  query: z.object({ page: z.optional(office.pageGiven) }),
  answer: z.array(
    z.object({
      id: z.string(),
      memberno: z.string(),
      member: z.string(),
      category: z.string(),
      amount: fields.amount,
    }),
  ),
  reads: "one-statement",
});

export const amend = endpoint({
  name: "instant-loans.amend",
  method: "PATCH",
  path: "/api/v1/loandetails/:id",
  aliases: ["/loandetails/:id"],
  summary: "Amends an undecided application; an increase waits for the member's consent",
  audience: { kind: "staff", permission: "loans.amend" },
  params: office.byId,
  body: z.object({
    item: z.object({
      category: z.optional(fields.category),
      amount: z.optional(fields.amountGiven),
    }),
    /** The digest of the loan's file; earlier clients send none. */
    shownDigest: z.optional(office.shownDigest),
  }),
  answer: z.object({
    code: z.literal(200),
    message: z.string(),
    id: z.string(),
    memberno: z.string(),
    member: z.string(),
    category: z.string(),
    ...loanFigures,
    /** The change that waits for the member's consent; left out where it was applied. */
    amendmentId: z.optional(z.string()),
  }),
  problems: [
    "no-such-loan",
    "loan-state",
    "own-loan",
    "not-eligible",
    "amendment-waits",
    "shown-changed",
    "invalid",
  ],
});
