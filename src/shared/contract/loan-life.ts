import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import * as fields from "./fields.ts";
import { loanStates, loanSteps } from "./instant-loans.ts";

const aLoan = z.object({ loanNo: fields.loanNoParam });

const moved = z.object({ loanNo: z.string(), state: z.enum(loanStates) });

const step = <Body extends z.ZodMiniType>(
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
    refusals: ["no-such-loan", "loan-state", "own-loan", "two-people", "receipt-used", "invalid"],
  });

const byStaff = (permission: "loans.decide" | "loans.disburse" | "loans.receive") =>
  ({ kind: "staff", permission }) as const;

const reason = z
  .string("field.required")
  .check(z.trim(), z.minLength(1, "field.required"), z.maxLength(300, "field.invalid"));

export const approval = step(
  "approval",
  "Approve an application, which somebody else then pays out",
  byStaff("loans.decide"),
  z.strictObject({}),
);

export const decline = step(
  "decline",
  "Decline an application with a reason, which its member sees",
  byStaff("loans.decide"),
  z.strictObject({ reason }),
);

export const disbursement = step(
  "disbursement",
  "Pay out an approved loan: its posting, and its schedule from today",
  byStaff("loans.disburse"),
  z.strictObject({}),
);

export const repayment = step(
  "repayments",
  "Record a repayment by its receipt, which is credited once",
  byStaff("loans.receive"),
  z.strictObject({
    amount: fields.amountGiven,
    receipt: fields.receiptGiven,
    /** Today when left out. */
    date: z.optional(fields.dayParam),
  }),
);

export const withdrawal = step(
  "withdrawal",
  "Withdraw one's own application while it is undecided",
  { kind: "member" },
  z.strictObject({}),
);

const applicationRow = {
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
  appliedOn: fields.day,
  ageDays: z.int(),
};

export const queue = endpoint({
  name: "instant-loans.queue",
  method: "GET",
  path: "/api/v1/instant-loans",
  summary: "Applications in one state, the oldest first, fifty at a time",
  audience: { kind: "staff", permission: "loans.read" },
  params: fields.nothing,
  query: z.strictObject({
    /** Those that wait for a decision when left out. */
    state: z.optional(z.enum(loanStates)),
    /** The id after which to go on. */
    after: z.optional(fields.idParam),
  }),
  body: fields.nothing,
  answer: z.object({
    rows: z.array(z.object(applicationRow)),
    /** Where the next fifty begin; empty at the end. */
    next: z.string(),
  }),
  refusals: ["invalid"],
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
        reason: z.string(),
        amount: fields.amount,
        receipt: z.string(),
      }),
    ),
  }),
  refusals: ["no-such-loan"],
});
