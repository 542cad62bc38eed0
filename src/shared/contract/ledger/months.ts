import * as z from "zod/mini";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import * as fields from "#shared/contract/kernel/fields.ts";
import * as office from "#shared/contract/kernel/office-fields.ts";
import { reconciledAccounts, unreconciledCauses } from "#shared/contract/reconciliation/files.ts";

export const closeStates = ["prepared", "closed", "withdrawn", "reopening", "reopened"] as const;
export type CloseState = (typeof closeStates)[number];

/** Work that may still be open at the end of a month; it is shown, but does not block the close. */
export const openMatters = ["checkOff", "suspense", "payouts"] as const;
export type OpenMatter = (typeof openMatters)[number];

/** The facts that the approval of a close, or of its reopening, covers. */
export const shownCloseFacts = [
  "month",
  "state",
  "prepared-by",
  "total",
  "reconciled",
  "unreconciled-bank",
  "unreconciled-mobile-money",
  "unreconciled-because",
  "checkOff",
  "suspense",
  "payouts",
  "reopen-by",
  "reason",
] as const;
export type ShownCloseFact = (typeof shownCloseFacts)[number];

/** The accounts that differ from their statement, or have none, as the month ends. */
const unreconciled = z.array(
  z.object({
    account: z.enum(reconciledAccounts),
    cause: z.enum(unreconciledCauses),
    /** The items on one side only. */
    items: z.int(),
    /** The books less the statement. */
    difference: fields.amount,
  }),
);

const close = z.object({
  id: z.string(),
  /** For example 2026-04. */
  month: z.string(),
  state: z.enum(closeStates),
  preparedBy: z.string(),
  preparedOn: fields.day,
  approvedBy: z.string(),
  approvedOn: fields.dayOrNone,
  /** The debit and credit total of its trial balance. */
  total: fields.amount,
  /** The head of the audit log at approval; empty before. */
  auditSeq: z.string(),
  auditHash: z.string(),
  reopenBy: z.string(),
  reopenedBy: z.string(),
  reason: z.string(),
  /**
   * The accounts that were not reconciled when the close was prepared, and each person's reason to
   * close anyway.
   */
  unreconciled,
  unreconciledBecause: z.string(),
  approvedBecause: z.string(),
  /** Whether the requester took the step that another person must now approve. */
  own: z.boolean(),
});

export const list = endpoint({
  name: "months.list",
  method: "GET",
  path: "/api/v1/books/months",
  summary: "Lists month closes, and what blocks the next one",
  audience: { kind: "staff", permission: "proof.read" },
  subject: "call",
  answer: z.object({
    closedUntil: fields.dayOrNone,
    /** The next month to close; null while it has not ended or is already closed. */
    due: z.nullable(
      z.object({
        month: z.string(),
        /** Whether a reconciliation ran within the last day and found no difference. */
        reconciled: z.boolean(),
        balanced: z.boolean(),
        /** Takes a reason of each of the two people. */
        unreconciled,
        open: z.array(z.object({ matter: z.enum(openMatters), count: z.int() })),
      }),
    ),
    rows: z.array(
      z.extend(close, {
        /** The digest for the second person's decision; empty where nothing waits for one. */
        shown: z.array(z.object({ name: z.enum(shownCloseFacts), value: z.string() })),
        shownDigest: z.string(),
      }),
    ),
  }),
});

/** Why a month is closed over accounts that are not reconciled. */
const because = z.optional(office.reasonGiven);
const maker = { kind: "staff", permission: "months.prepare" } as const;
const checker = { kind: "staff", permission: "months.approve" } as const;

export const prepare = endpoint({
  name: "months.prepare",
  method: "POST",
  path: "/api/v1/books/months",
  summary: "Prepares the close of a month that has ended, with its trial balance",
  audience: maker,
  body: z.strictObject({ month: fields.monthGiven, reason: because }),
  answer: close,
  lasting: true,
  status: 201,
  problems: ["month-not-due", "not-reconciled", "not-balanced", "account-unreconciled", "invalid"],
});

export const approval = endpoint({
  name: "months.approval",
  method: "POST",
  path: "/api/v1/books/months/:id/approval",
  summary:
    "Approves the close of a month, by another person; no postings into it are accepted after",
  audience: checker,
  params: office.byId,
  body: z.strictObject({ shownDigest: office.shownDigest, reason: because }),
  answer: close,
  lasting: true,
  status: 201,
  problems: [
    "no-such-close",
    "close-state",
    "close-two-people",
    "close-changed",
    "account-unreconciled",
    "unreconciled-since",
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
  summary: "Withdraws the close of a month before its approval",
  audience: maker,
  params: office.byId,
  body: z.strictObject({}),
  answer: close,
  status: 201,
  problems: ["no-such-close", "close-state", "invalid"],
});

export const reopening = endpoint({
  name: "months.reopening",
  method: "POST",
  path: "/api/v1/books/months/:id/reopening",
  summary: "Requests to reopen the last closed month, with the reason",
  audience: maker,
  params: office.byId,
  body: z.strictObject({ reason: office.reasonGiven }),
  answer: close,
  status: 201,
  problems: ["no-such-close", "close-state", "close-not-last", "invalid"],
});

export const reopened = endpoint({
  name: "months.reopened",
  method: "POST",
  path: "/api/v1/books/months/:id/reopening/approval",
  summary: "Reopens a month at the request of another person",
  audience: checker,
  params: office.byId,
  body: z.strictObject({ shownDigest: office.shownDigest }),
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
  summary: "Rejects a request to reopen a month, which stays closed",
  audience: checker,
  params: office.byId,
  body: z.strictObject({ shownDigest: office.shownDigest }),
  answer: close,
  status: 201,
  problems: ["no-such-close", "close-state", "shown-changed", "invalid"],
});
