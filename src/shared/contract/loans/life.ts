import * as z from "zod/mini";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import * as fields from "#shared/contract/kernel/fields.ts";
import { loanStates, loanSteps } from "./instant-loans.ts";

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
      "amendment-waits",
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

/** Where a guarantor stands; who declined stays until somebody is named in their place. */
export const guarantorStates = ["asked", "accepted", "declined", "released"] as const;
export type GuarantorState = (typeof guarantorStates)[number];

const guarantor = z.object({
  id: z.string(),
  memberNo: z.string(),
  /** Empty to the borrower until the guarantor has accepted. */
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
  /** Of a loan that was not applied for here, the day it was paid out. */
  appliedOn: fields.day,
};

const applicationRow = { ...loanRow, ageDays: z.int() };

export const ofMember = endpoint({
  name: "instant-loans.ofMember",
  method: "GET",
  path: "/api/v1/members/:memberNo/loans",
  summary: "Every loan of a member with its state, the newest first, fifty at a time",
  audience: { kind: "record", param: "memberNo", staff: "loans.read" },
  params: z.object({ memberNo: fields.memberNoParam }),
  query: z.strictObject({
    /** The id after which to go on. */
    after: z.optional(fields.idParam),
  }),
  body: fields.nothing,
  answer: z.object({
    rows: z.array(
      z.object({
        ...loanRow,
        category: z.string(),
        /** Whether it was applied for here, so that its application can be opened. */
        isApplication: z.boolean(),
      }),
    ),
    /** Where the next fifty begin; empty at the end. */
    next: z.string(),
  }),
  problems: ["invalid"],
  reads: "one-statement",
});

export const application = endpoint({
  name: "instant-loans.application",
  method: "GET",
  path: "/api/v1/instant-loans/:loanNo",
  summary: "An application with its figures, its schedule and what has happened to it",
  audience: { kind: "own", staff: "loans.read" },
  params: aLoan,
  body: fields.nothing,
  answer: z.object({
    ...applicationRow,
    category: z.string(),
    instalments: z.array(fields.amount),
    /** What guarantors have to cover; nought where the member's own deposits do. */
    needsGuarantees: fields.amount,
    /** What they have accepted so far. */
    guaranteed: fields.amount,
    guarantors: z.array(guarantor),
    steps: z.array(
      z.object({
        step: z.enum(loanSteps),
        date: fields.day,
        /** Hours and minutes in Nairobi. */
        time: z.string(),
        /** Whether the member or the office took it. */
        by: z.enum(["member", "office"]),
        /** Who of the office, which only staff are told; else empty. */
        who: z.string(),
        /** For the borrower only where it was written for them, as of an application declined. */
        reason: z.string(),
        amount: fields.amount,
        receipt: z.string(),
      }),
    ),
    /** A change that waits for the member's consent; left out where none does. */
    amendment: z.optional(
      z.object({
        id: z.string(),
        amount: fields.amount,
        fee: fields.amount,
        total: fields.amount,
        repayment: fields.amount,
        proposedOn: fields.day,
        expiresOn: fields.day,
        /** Who of the office proposed it, which only staff are told; else empty. */
        by: z.string(),
      }),
    ),
  }),
  problems: ["no-such-loan"],
});
