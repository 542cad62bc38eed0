import * as z from "zod/mini";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import * as fields from "#shared/contract/kernel/fields.ts";

export const closeStates = ["prepared", "closed", "withdrawn", "reopening", "reopened"] as const;
export type CloseState = (typeof closeStates)[number];

/** What may still be open in a month that ends; it is told, and stands in nobody's way. */
export const openMatters = ["checkOff", "suspense", "payouts"] as const;
export type OpenMatter = (typeof openMatters)[number];

/** The facts of a close that its approval, and that of its reopening, cover. */
export const shownCloseFacts = [
  "month",
  "state",
  "prepared-by",
  "total",
  "reconciled",
  "checkOff",
  "suspense",
  "payouts",
  "reopen-by",
  "reason",
] as const;
export type ShownCloseFact = (typeof shownCloseFacts)[number];

const close = z.object({
  id: z.string(),
  /** Such as 2026-04. */
  month: z.string(),
  state: z.enum(closeStates),
  preparedBy: z.string(),
  preparedOn: fields.day,
  approvedBy: z.string(),
  approvedOn: fields.dayOrNone,
  /** What both sides of its trial balance came to. */
  total: fields.amount,
  /** The head of the audit trail as it was approved; empty before. */
  auditSeq: z.string(),
  auditHash: z.string(),
  reopenBy: z.string(),
  reopenedBy: z.string(),
  reason: z.string(),
  /** Whether who asks did the part that somebody else must now agree to. */
  own: z.boolean(),
});

export const list = endpoint({
  name: "months.list",
  method: "GET",
  path: "/api/v1/books/months",
  summary: "The closes of months, and what stands in the way of the next",
  audience: { kind: "staff", permission: "proof.read" },
  params: fields.nothing,
  body: fields.nothing,
  answer: z.object({
    closedUntil: fields.dayOrNone,
    /** The month to be closed next; null while it has not ended, or is closed already. */
    due: z.nullable(
      z.object({
        month: z.string(),
        /** Whether the books were added up within a day, and agreed. */
        reconciled: z.boolean(),
        balanced: z.boolean(),
        open: z.array(z.object({ matter: z.enum(openMatters), count: z.int() })),
      }),
    ),
    rows: z.array(
      z.extend(close, {
        /** What a second person decides on; empty where nothing waits for them. */
        shown: z.array(z.object({ name: z.enum(shownCloseFacts), value: z.string() })),
        shownDigest: z.string(),
      }),
    ),
  }),
});

const aClose = z.object({ id: fields.idParam });
const maker = { kind: "staff", permission: "months.prepare" } as const;
const checker = { kind: "staff", permission: "months.approve" } as const;

export const prepare = endpoint({
  name: "months.prepare",
  method: "POST",
  path: "/api/v1/books/months",
  summary: "Prepare the close of a month that has ended, with its trial balance",
  audience: maker,
  params: fields.nothing,
  body: z.strictObject({ month: fields.monthGiven }),
  answer: close,
  lasting: true,
  status: 201,
  problems: ["month-not-due", "not-reconciled", "not-balanced", "invalid"],
});

export const approval = endpoint({
  name: "months.approval",
  method: "POST",
  path: "/api/v1/books/months/:id/approval",
  summary: "Close the month: from then on nothing is posted into it; by somebody else",
  audience: checker,
  params: aClose,
  body: z.strictObject({ shownDigest: fields.shownDigest }),
  answer: close,
  lasting: true,
  status: 201,
  problems: [
    "no-such-close",
    "close-state",
    "close-two-people",
    "close-changed",
    "not-reconciled",
    "not-balanced",
    "month-not-due",
    "shown-changed",
    "invalid",
  ],
});

export const withdrawal = endpoint({
  name: "months.withdrawal",
  method: "POST",
  path: "/api/v1/books/months/:id/withdrawal",
  summary: "Withdraw the close of a month that was not approved yet",
  audience: maker,
  params: aClose,
  body: z.strictObject({}),
  answer: close,
  status: 201,
  problems: ["no-such-close", "close-state", "invalid"],
});

export const reopening = endpoint({
  name: "months.reopening",
  method: "POST",
  path: "/api/v1/books/months/:id/reopening",
  summary: "Ask for the last closed month to be opened again, and say why",
  audience: maker,
  params: aClose,
  body: z.strictObject({ reason: fields.reasonGiven }),
  answer: close,
  status: 201,
  problems: ["no-such-close", "close-state", "close-not-last", "invalid"],
});

export const reopened = endpoint({
  name: "months.reopened",
  method: "POST",
  path: "/api/v1/books/months/:id/reopening/approval",
  summary: "Open the month again that somebody else has asked for",
  audience: checker,
  params: aClose,
  body: z.strictObject({ shownDigest: fields.shownDigest }),
  answer: close,
  status: 201,
  problems: [
    "no-such-close",
    "close-state",
    "close-two-people",
    "close-not-last",
    "shown-changed",
    "invalid",
  ],
});

export const keptClosed = endpoint({
  name: "months.keptClosed",
  method: "POST",
  path: "/api/v1/books/months/:id/reopening/refusal",
  summary: "Leave the month closed that was asked to be opened",
  audience: checker,
  params: aClose,
  body: z.strictObject({ shownDigest: fields.shownDigest }),
  answer: close,
  status: 201,
  problems: ["no-such-close", "close-state", "shown-changed", "invalid"],
});
