import * as z from "zod/mini";
import { cannotSend, codeTimes } from "#shared/contract/kernel/code-times.ts";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import * as fields from "#shared/contract/kernel/fields.ts";
import * as office from "#shared/contract/kernel/office-fields.ts";
import { asked, withdrawal } from "./fields.ts";

/** The tabs of the office's list; `ended` are those that came to nothing. */
export const withdrawalTabs = ["approval", "underWay", "done", "ended"] as const;
export type WithdrawalTab = (typeof withdrawalTabs)[number];

/** The facts of a withdrawal that a decision about it covers. */
export const shownWithdrawalFacts = [
  "name",
  "member-no",
  "account",
  "amount",
  "fee",
  "balance",
  "channel",
  "mobile",
  "ready-on",
  "held-until",
  "asked-at",
  "entered-by",
] as const;

const ofMember = z.object({ memberNo: fields.memberNoParam });
const row = z.object({ ...withdrawal.shape, memberNo: z.string(), fullName: z.string() });

export const list = endpoint({
  name: "withdrawals.desk",
  method: "GET",
  path: "/api/v1/withdrawals",
  summary: "Lists withdrawals by tab, with the total of each tab",
  audience: { kind: "staff", permission: "withdrawals.read" },
  subject: "call",
  query: z.strictObject({
    tab: z.optional(z.enum(withdrawalTabs, "field.invalid")),
    /** A whole reference or receipt, or part of the member's name or number. */
    search: z.optional(
      z.string().check(z.trim(), z.minLength(2, "field.invalid"), z.maxLength(60, "field.invalid")),
    ),
    after: z.optional(fields.idParam),
  }),
  answer: z.object({
    /** Comes with the first page only. */
    tabs: z.array(
      z.object({ tab: z.enum(withdrawalTabs), payments: z.int(), amount: fields.amount }),
    ),
    rows: z.array(row),
    next: z.string(),
  }),
  problems: ["invalid"],
});

export const details = endpoint({
  name: "withdrawals.details",
  method: "GET",
  path: "/api/v1/withdrawals/:id",
  summary: "Returns one withdrawal with its history and the facts of a decision",
  audience: { kind: "staff", permission: "withdrawals.read" },
  subject: "call",
  params: office.byId,
  answer: z.object({
    ...row.shape,
    /** Whether it waits for the decision of a second person. */
    isUndecided: z.boolean(),
    /** Whether it waits in the queue while its member is suspended; it can still be rejected. */
    isStopped: z.boolean(),
    /** The member of staff who entered the member's code; empty where they were signed in. */
    enteredBy: z.string(),
    approvedBy: z.string(),
    endedBy: z.string(),
    /** Its payment in the queue; empty until it is queued. */
    payoutId: z.string(),
    shown: z.array(z.object({ name: z.enum(shownWithdrawalFacts), value: z.string() })),
    shownDigest: z.string(),
  }),
  problems: ["no-such-withdrawal"],
});

const decided = z.object({ id: z.string() });

export const approveWithdrawal = endpoint({
  name: "withdrawals.approve",
  method: "POST",
  path: "/api/v1/withdrawals/:id/approval",
  summary: "Approves a withdrawal above the office's amount, by another person than entered it",
  audience: { kind: "staff", permission: "withdrawals.approve" },
  params: office.byId,
  body: z.strictObject({ shownDigest: office.shownDigest }),
  answer: decided,
  status: 201,
  problems: [
    "no-such-withdrawal",
    "withdrawal-state",
    "not-active",
    "member-leaving",
    "approval-two-people",
    "shown-changed",
    "invalid",
  ],
});

export const rejectWithdrawal = endpoint({
  name: "withdrawals.reject",
  method: "POST",
  path: "/api/v1/withdrawals/:id/rejection",
  summary: "Rejects a withdrawal that has not left; the money is back on the member's account",
  audience: { kind: "staff", permission: "withdrawals.approve" },
  params: office.byId,
  body: z.strictObject({ shownDigest: office.shownDigest, reason: office.reasonGiven }),
  answer: decided,
  status: 201,
  problems: [
    "no-such-withdrawal",
    "withdrawal-state",
    "approval-two-people",
    "shown-changed",
    "invalid",
  ],
});

export const counterCode = endpoint({
  name: "withdrawals.counterCode",
  method: "POST",
  path: "/api/v1/members/:memberNo/withdrawals/code",
  summary: "Sends the member a code that allows the office to enter a withdrawal of this amount",
  audience: { kind: "staff", permission: "withdrawals.request" },
  params: ofMember,
  body: z.strictObject(asked),
  answer: z.object({ code: z.literal(200), message: z.string(), ...codeTimes }),
  problems: [
    "no-such-member",
    "no-account",
    "not-active",
    "member-leaving",
    "withdrawal-unconfirmed",
    "own-listing",
    ...cannotSend,
    "invalid",
  ],
});

export const enterWithdrawal = endpoint({
  name: "withdrawals.enter",
  method: "POST",
  path: "/api/v1/members/:memberNo/withdrawals",
  summary: "Enters a withdrawal for a member at the counter, by the code sent to their phone",
  audience: { kind: "staff", permission: "withdrawals.request" },
  params: ofMember,
  body: z.strictObject({ ...asked, otp: fields.otp }),
  answer: withdrawal,
  status: 201,
  problems: [
    "no-such-member",
    "no-account",
    "not-active",
    "member-leaving",
    "not-enough",
    "withdrawal-unconfirmed",
    "own-listing",
    "otp-refused",
    "invalid",
  ],
});
