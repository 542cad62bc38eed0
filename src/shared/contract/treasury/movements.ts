import * as z from "zod/mini";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import * as fields from "#shared/contract/kernel/fields.ts";
import * as office from "#shared/contract/kernel/office-fields.ts";
import { accountCodeGiven } from "#shared/contract/ledger/chart.ts";
import { requested } from "#shared/contract/oversight/approvals.ts";
import { MAX_ATTACHMENTS, treasuryKindNames } from "#shared/treasury-kinds.ts";

/** Waiting for a second person, in the books, reversed, or ended without being posted. */
export const movementTabs = ["waiting", "posted", "reversed", "ended"] as const;
export type MovementTab = (typeof movementTabs)[number];

/** The states of a movement; the last three ended without being posted. */
export const movementStates = [
  "waiting",
  "posted",
  "reversed",
  "rejected",
  "withdrawn",
  "lapsed",
] as const;
export type MovementState = (typeof movementStates)[number];

const reader = { kind: "staff", permission: "treasury.read" } as const;
const clerk = { kind: "staff", permission: "treasury.enter" } as const;
const path = "/api/v1/treasury/movements";
const movement = {
  id: z.string(),
  kind: z.enum(treasuryKindNames),
  amount: fields.amount,
  day: fields.day,
  reference: z.string(),
  description: z.string(),
  /** The code and the name of the added account; empty without one. */
  account: z.string(),
  accountName: z.string(),
  state: z.enum(movementStates),
  enteredBy: z.string(),
  /** A day and a time in Nairobi. */
  enteredAt: z.string(),
  /** The payee of its cheque; empty if it is paid in another way. */
  payee: z.string(),
  /** Empty until it is posted. */
  approvedBy: z.string(),
  attachments: z.int(),
};

const asked = {
  tab: z.optional(z.enum(movementTabs, "field.invalid")),
  kind: z.optional(office.oneOf(treasuryKindNames)),
  from: z.optional(fields.dayParam),
  to: z.optional(fields.dayParam),
  /** A part of the reference or the description, or a whole amount. */
  search: z.optional(
    z.string().check(z.trim(), z.minLength(2, "field.invalid"), z.maxLength(60, "field.invalid")),
  ),
};

export const list = endpoint({
  name: "treasury.list",
  method: "GET",
  path,
  summary: "Lists the society's own movements by tab, the latest first, with the total of each tab",
  audience: reader,
  subject: "call",
  query: z.strictObject({ ...asked, after: z.optional(fields.idParam) }),
  answer: z.object({
    /** These come with the first page only. */
    tabs: z.array(
      z.object({ tab: z.enum(movementTabs), payments: z.int(), amount: fields.amount }),
    ),
    rows: z.array(z.object(movement)),
    /** The cursor to send as `after`; empty on the last page. */
    next: z.string(),
  }),
  problems: ["invalid"],
});

export const file = endpoint({
  name: "treasury.file",
  method: "GET",
  path: `${path}.csv`,
  summary: "Exports the society's own movements of a tab and period as CSV",
  audience: reader,
  subject: "call",
  limit: "documents",
  query: z.strictObject(asked),
  answer: fields.nothing,
  files: ["text/csv; charset=utf-8"],
  problems: ["invalid"],
});

export const details = endpoint({
  name: "treasury.details",
  method: "GET",
  path: `${path}/:id`,
  summary: "Returns one movement with its people, its attachments and its entries",
  audience: reader,
  subject: "call",
  params: office.byId,
  answer: z.object({
    ...movement,
    approvedAt: z.string(),
    /** The number of its journal entry; empty until it is posted. */
    entry: z.string(),
    /** Why the second person rejected it; empty otherwise. */
    endedBecause: z.string(),
    overConfirmed: z.boolean(),
    files: z.array(
      z.object({ id: z.string(), name: z.string(), mediaType: z.string(), bytes: z.int() }),
    ),
    reversal: z.optional(
      z.object({
        because: z.string(),
        askedBy: z.string(),
        approvedBy: z.string(),
        at: z.string(),
        entry: z.string(),
      }),
    ),
    /** A request about it that waits for a second person. */
    waiting: z.optional(z.object({ approvalId: z.string(), by: z.string(), yours: z.boolean() })),
  }),
  problems: ["no-such-movement", "invalid"],
});

export const position = endpoint({
  name: "treasury.position",
  method: "GET",
  path: "/api/v1/treasury/position",
  summary: "Returns what the society holds, what it owes, and when withheld tax is due",
  audience: reader,
  subject: "call",
  answer: z.object({
    today: fields.day,
    /** The day up to which the books are closed; empty while no month is closed. */
    closedUntil: fields.dayOrNone,
    /** Balances in the normal direction of each account. */
    bank: fields.amount,
    mpesa: fields.amount,
    cash: fields.amount,
    checkOffDue: fields.amount,
    /** The most that a movement of a kind may move now, for the kinds that have a limit. */
    most: z.array(z.object({ kind: z.enum(treasuryKindNames), amount: fields.amount })),
    /** Withheld tax that is not remitted yet, by the day that it is due, earliest first. */
    taxDue: z.array(z.object({ withheldOn: fields.day, dueOn: fields.day, amount: fields.amount })),
  }),
});

const enteredMovement = z.strictObject({
  kind: office.oneOf(treasuryKindNames),
  amount: fields.amountGiven,
  /** The value date; today if it is left out. */
  day: z.optional(fields.dayParam),
  reference: z.optional(fields.receiptGiven),
  description: office.reasonGiven,
  attachments: z.optional(
    z.array(fields.idParam, "field.invalid").check(z.maxLength(MAX_ATTACHMENTS, "field.invalid")),
  ),
  /** An added account that accepts this kind of movement. */
  account: z.optional(accountCodeGiven),
  /** The payee of the cheque that pays it, whose number is the reference. */
  payee: z.optional(
    z
      .string("field.invalid")
      .check(z.trim(), z.minLength(3, "field.required"), z.maxLength(120, "field.long")),
  ),
  /** That more check-off money arrived than is due. */
  overConfirmed: z.optional(z.boolean("field.invalid")),
});

export const enter = endpoint({
  name: "treasury.enter",
  method: "POST",
  path,
  summary: "Enters a movement of the society's own money, which another person approves",
  audience: clerk,
  body: enteredMovement,
  answer: z.object({ id: z.string(), ...requested.shape }),
  status: 201,
  problems: ["no-such-attachment", "approval-waits", "invalid"],
});

export const requestReversal = endpoint({
  name: "treasury.requestReversal",
  method: "POST",
  path: `${path}/:id/reversal`,
  summary: "Requests that another person approve the reversal of a posted movement",
  audience: clerk,
  params: office.byId,
  body: z.strictObject({ reason: office.reasonGiven }),
  answer: requested,
  status: 201,
  problems: ["no-such-movement", "movement-state", "approval-waits", "invalid"],
});

export const attach = endpoint({
  name: "treasury.attach",
  method: "POST",
  path: "/api/v1/treasury/attachments",
  summary: "Uploads a PDF or a picture to enter a movement with: at most 5 MB, checked by content",
  audience: clerk,
  takes: "evidence/*",
  query: z.strictObject({ fileName: office.fileName }),
  answer: z.object({ id: z.string(), name: z.string(), mediaType: z.string(), bytes: z.int() }),
  status: 201,
  problems: ["not-evidence", "too-large", "invalid"],
});

export const attachment = endpoint({
  name: "treasury.attachment",
  method: "GET",
  path: "/api/v1/treasury/attachments/:id",
  summary: "Returns a file that was attached to a movement",
  audience: reader,
  subject: "call",
  limit: "documents",
  params: office.byId,
  answer: fields.nothing,
  files: ["application/pdf", "image/png", "image/jpeg"],
  problems: ["no-such-attachment", "invalid"],
});

/** Every call about the society's own money. */
export const treasuryCalls = [
  list,
  file,
  position,
  details,
  enter,
  requestReversal,
  attach,
  attachment,
];
