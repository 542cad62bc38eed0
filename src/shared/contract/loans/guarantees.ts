import * as z from "zod/mini";
import { cannotSend, codeTimes } from "#shared/contract/kernel/code-times.ts";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import * as fields from "#shared/contract/kernel/fields.ts";
import { guarantorNamed } from "./instant-loans.ts";
import { guarantorStates } from "./life.ts";

const aGuarantee = z.object({ id: fields.idParam });

/** A guarantee request, with the terms of the loan as they are frozen. */
const request = z.object({
  id: z.string(),
  askedOn: fields.day,
  /** The borrower. */
  memberName: z.string(),
  memberNo: z.string(),
  loanNo: z.string(),
  loanPurpose: z.string(),
  amount: fields.amount,
  fee: fields.amount,
  total: fields.amount,
  period: z.int(),
  repayment: fields.amount,
  /** The amount to pledge. */
  amountGuaranteed: fields.amount,
});

/** The repayment state of a loan that the member guarantees. */
export const servicings = ["waiting", "on-time", "late", "paid"] as const;
export type Servicing = (typeof servicings)[number];

const standing = z.object({
  id: z.string(),
  loanNo: z.string(),
  memberName: z.string(),
  amountGuaranteed: fields.amount,
  /** The day of the answer, which has a receipt; empty where it was given on paper. */
  acceptedOn: fields.dayOrNone,
  servicing: z.enum(servicings),
  total: fields.amount,
  paid: fields.amount,
  /** Empty where no instalment is left. */
  nextDueOn: fields.dayOrNone,
  nextDue: fields.amount,
  /** The date of the first missed deduction; empty where none was missed. */
  lateSince: fields.dayOrNone,
  late: fields.amount,
  missed: z.int(),
});

export const guarantees = endpoint({
  name: "guarantees.list",
  method: "GET",
  path: "/api/v1/members/:memberNo/guarantees",
  summary:
    "Lists a member's guarantee requests, and the repayment state of the loans they guarantee",
  audience: { kind: "record", param: "memberNo", staff: "loans.read" },
  params: z.object({ memberNo: fields.memberNoParam }),
  answer: z.object({
    deposits: fields.amount,
    pledged: fields.amount,
    /** Deposits that secure the unguaranteed part of the member's own loans. */
    securing: fields.amount,
    /** Deposits free to pledge. */
    free: fields.amount,
    requests: z.array(request),
    standing: z.array(standing),
  }),
  problems: ["no-such-member"],
});

export const nameGuarantor = endpoint({
  name: "guarantees.name",
  method: "POST",
  path: "/api/v1/instant-loans/:loanNo/guarantees",
  summary: "Names one more guarantor for one's own application, or replaces one",
  audience: { kind: "member" },
  params: z.object({ loanNo: fields.loanNoParam }),
  body: z.strictObject({
    ...guarantorNamed.shape,
    /** The guarantee to replace, which was declined or not answered. */
    replaces: z.optional(fields.idParam),
  }),
  answer: z.object({ id: z.string(), loanNo: z.string(), state: z.enum(guarantorStates) }),
  status: 201,
  problems: ["no-such-loan", "no-such-guarantee", "guarantee-state", "invalid"],
});

export const answerCode = endpoint({
  name: "guarantees.code",
  method: "POST",
  path: "/api/v1/guarantees/:id/code",
  summary: "Sends the guarantor a one-time code valid for this request only",
  audience: { kind: "member" },
  params: aGuarantee,
  body: z.strictObject({}),
  answer: z.object({ code: z.literal(200), message: z.string(), ...codeTimes }),
  problems: ["no-such-guarantee", "guarantee-state", ...cannotSend],
});

const answer = (noun: "acceptance" | "decline", summary: string) =>
  endpoint({
    name: `guarantees.${noun}`,
    method: "POST",
    path: `/api/v1/guarantees/:id/${noun}`,
    summary,
    audience: { kind: "member" },
    params: aGuarantee,
    body: z.strictObject({ otp: fields.otp }),
    answer: z.object({ id: z.string(), state: z.enum(guarantorStates) }),
    status: 201,
    problems: [
      "no-such-guarantee",
      "guarantee-state",
      "not-active",
      "over-capacity",
      "otp-refused",
      "invalid",
    ],
  });

export const acceptance = answer(
  "acceptance",
  "Pledge what was asked, by the code that was sent for it",
);

export const decline = answer("decline", "Decline what was asked, by the code sent for it");

/** The receipt of a guarantee that was accepted in the portal and is still valid. */
export const printGuarantee = endpoint({
  name: "guarantees.print",
  method: "POST",
  path: "/api/v1/members/:memberNo/guarantees/:id/documents",
  summary: "Returns the receipt of an accepted guarantee as a PDF with a verification code",
  audience: { kind: "record", param: "memberNo", staff: "members.read" },
  limit: "documents",
  params: z.object({ memberNo: fields.memberNoParam, id: fields.idParam }),
  body: z.strictObject({ paper: z.enum(["a6", "roll"], "field.required") }),
  answer: fields.nothing,
  files: ["application/pdf"],
  status: 201,
  idempotency: "none",
  problems: ["no-such-member", "no-such-receipt", "invalid"],
});
