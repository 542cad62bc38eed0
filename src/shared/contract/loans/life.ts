import * as z from "zod/mini";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import * as fields from "#shared/contract/kernel/fields.ts";
import { loanPayments, loanStates, loanSteps } from "./instant-loans.ts";

const aLoan = z.object({ loanNo: fields.loanNoParam });

const moved = z.object({ loanNo: z.string(), state: z.enum(loanStates) });

/** Declares a call that takes one step of a loan. */
export const loanStep = <Body extends z.ZodMiniType>(
  noun: string,
  summary: string,
  audience: Parameters<typeof endpoint>[0]["audience"],
  body: Body,
) =>
  endpoint({
    name: `instant-loans.${noun}`,
    method: "POST",
    path: `/api/v1/instant-loans/:loanNo/${noun}`,
    summary,
    audience,
    params: aLoan,
    body,
    answer: moved,
    status: 201,
    problems: [
      "no-such-loan",
      "loan-state",
      "own-loan",
      "two-people",
      "loan-amended",
      "not-active",
      "no-longer-eligible",
      "not-covered",
      "loan-return-waits",
      "cash-uncounted",
      "amendment-waits",
      "payout-two-people",
      "shown-changed",
      "invalid",
    ],
  });

export const withdrawal = loanStep(
  "withdrawal",
  "Withdraw one's own application while it is undecided",
  { kind: "member" },
  z.strictObject({}),
);

/** The states of a guarantee; a declined one stays until another guarantor replaces it. */
export const guarantorStates = ["asked", "accepted", "declined", "released"] as const;
export type GuarantorState = (typeof guarantorStates)[number];

const guarantor = z.object({
  id: z.string(),
  memberNo: z.string(),
  /** Empty for the borrower until the guarantor has accepted. */
  name: z.string(),
  amount: fields.amount,
  state: z.enum(guarantorStates),
  askedOn: fields.day,
  /** Empty before the answer. */
  answeredOn: fields.dayOrNone,
});

const loanRow = {
  id: z.string(),
  loanNo: z.string(),
  memberNo: z.string(),
  member: z.string(),
  state: z.enum(loanStates),
  amount: fields.amount,
  fee: fields.amount,
  total: fields.amount,
  period: z.int(),
  repayment: fields.amount,
  /** For a loan from before this portal, the date it was paid out. */
  appliedOn: fields.day,
};

const applicationRow = { ...loanRow, ageDays: z.int() };

export const ofMember = endpoint({
  name: "instant-loans.ofMember",
  method: "GET",
  path: "/api/v1/members/:memberNo/loans",
  summary: "Lists a member's loans with their states, newest first, fifty at a time",
  audience: { kind: "record", param: "memberNo", staff: "loans.read" },
  params: z.object({ memberNo: fields.memberNoParam }),
  query: z.strictObject({
    /** The id after which to continue. */
    after: z.optional(fields.idParam),
  }),
  answer: z.object({
    rows: z.array(
      z.object({
        ...loanRow,
        category: z.string(),
        /** Whether it was applied for in this portal, so that its application can be opened. */
        isApplication: z.boolean(),
        /** The day of its last step, or `appliedOn` before the first. */
        changedOn: fields.day,
      }),
    ),
    /** The cursor of the next page; empty at the end. */
    next: z.string(),
  }),
  problems: ["invalid"],
  reads: "one-statement",
});

export const application = endpoint({
  name: "instant-loans.application",
  method: "GET",
  path: "/api/v1/instant-loans/:loanNo",
  summary: "Returns an application with its figures, schedule and history",
  audience: { kind: "own", staff: "loans.read" },
  subject: { param: "loanNo", kind: "loan" },
  params: aLoan,
  answer: z.object({
    ...applicationRow,
    category: z.string(),
    instalments: z.array(fields.amount),
    /** The amount guarantors must cover; 0 where the member's own deposits cover it. */
    needsGuarantees: fields.amount,
    /** The amount accepted so far. */
    guaranteed: fields.amount,
    guarantors: z.array(guarantor),
    steps: z.array(
      z.object({
        step: z.enum(loanSteps),
        date: fields.day,
        /** Hours and minutes in Nairobi. */
        time: z.string(),
        /** Whether the member or the office took the step. */
        by: z.enum(["member", "office"]),
        /** The member of staff, visible to staff only; else empty. */
        who: z.string(),
        /** For the borrower only where it was written for them, as for a declined application. */
        reason: z.string(),
        amount: fields.amount,
        receipt: z.string(),
      }),
    ),
    /** Left out before a disbursement, and for a loan from before loans were queued. */
    payment: z.optional(z.enum(loanPayments)),
    /** The change that waits for the member's consent; left out where there is none. */
    amendment: z.optional(
      z.object({
        id: z.string(),
        amount: fields.amount,
        fee: fields.amount,
        total: fields.amount,
        repayment: fields.amount,
        proposedOn: fields.day,
        expiresOn: fields.day,
        /** The member of staff who proposed it, visible to staff only; else empty. */
        by: z.string(),
      }),
    ),
  }),
  problems: ["no-such-loan"],
});
