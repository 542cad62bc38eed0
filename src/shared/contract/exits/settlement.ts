import * as z from "zod/mini";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import * as fields from "#shared/contract/kernel/fields.ts";
import { memberStates } from "#shared/contract/members/suspensions.ts";

/** How far a member's exit is. */
export const exitStates = ["asked", "approved", "paid", "withdrawn"] as const;
export type ExitState = (typeof exitStates)[number];

/** What stands in the way of an exit. */
export const exitBlocks = ["guarantees", "applications", "dividend", "owes"] as const;
export type ExitBlock = (typeof exitBlocks)[number];

/** The society refunds within so many days of being asked. */
export const EXIT_DAYS = 60;

const path = "/api/v1/exits";

const loan = z.object({ loanNo: z.string(), purpose: z.string(), outstanding: fields.amount });

/** What an exit settled, as it was kept when it was paid. */
const settlement = z.object({
  deposits: fields.amount,
  withdrawable: fields.amount,
  accounts: z.array(z.object({ accNo: z.string(), amount: fields.amount })),
  dividendPayable: fields.amount,
  owed: fields.amount,
  /** One that was overpaid is negative. */
  loans: z.array(loan),
  fees: fields.amount,
  tax: fields.amount,
  /** Held at the time, passed on or not. */
  shareCapital: fields.amount,
  refund: fields.amount,
});

const exit = z.object({
  id: z.string(),
  memberNo: z.string(),
  fullName: z.string(),
  state: z.enum(exitStates),
  reason: z.string(),
  /** Who gets the share capital; empty where it stays. */
  sharesTo: z.string(),
  sharesToName: z.string(),
  askedBy: z.string(),
  askedOn: fields.day,
  dueOn: fields.day,
  /** Days since it was asked for, in Nairobi; up to when it ended. */
  dayNo: z.int(),
  approvedBy: z.string(),
  approvedOn: fields.dayOrNone,
  paidBy: z.string(),
  paidOn: fields.dayOrNone,
  receiptNo: z.string(),
  endedBy: z.string(),
  endedOn: fields.dayOrNone,
  endedBecause: z.string(),
  /** What was refunded and what share capital was passed on; nought before it is paid out. */
  refund: fields.amount,
  sharesPassedOn: fields.amount,
  /** Null before payment, and for exits paid before it was kept. */
  settlement: z.nullable(settlement),
});

export const list = endpoint({
  name: "exits.list",
  method: "GET",
  path,
  summary: "Exits that are open, the one due first before others, or those that ended, the latest",
  audience: { kind: "staff", permission: "exits.read" },
  params: fields.nothing,
  query: z.strictObject({
    tab: z.optional(z.enum(["open", "done"], "field.invalid")),
    page: z.optional(fields.pageGiven),
  }),
  body: fields.nothing,
  answer: z.object({ rows: z.array(exit), today: fields.day, more: z.boolean() }),
  problems: ["invalid"],
});

/** The facts of an exit that its approval and its payment cover. */
export const shownExitFacts = [
  "name",
  "member-no",
  "state",
  "reason",
  "asked-by",
  "approved-by",
  "shares-to",
  "deposits",
  "withdrawable",
  "dividend",
  "tax",
  "loan",
  "share-capital",
  "refund",
] as const;
export type ShownExitFact = (typeof shownExitFacts)[number];

const shownFact = z.object({ name: z.enum(shownExitFacts), value: z.string() });

const view = z.object({
  memberNo: z.string(),
  fullName: z.string(),
  state: z.enum(memberStates),
  today: fields.day,
  /** The latest case there is; null where there never was one. */
  exit: z.nullable(exit),
  deposits: fields.amount,
  withdrawable: fields.amount,
  dividendPayable: fields.amount,
  /** Withheld of what is left of dividends, before the rest is refunded. */
  tax: fields.amount,
  shareCapital: fields.amount,
  /** Those that are not even; one that was overpaid is negative. */
  loans: z.array(loan),
  owed: fields.amount,
  /** What would be refunded now: never less than nought. */
  refund: fields.amount,
  /** What is owed beyond all there is; nought where there is enough. */
  short: fields.amount,
  guarantees: z.array(
    z.object({
      loanNo: z.string(),
      memberNo: z.string(),
      name: z.string(),
      amount: fields.amount,
      outstanding: fields.amount,
    }),
  ),
  blocks: z.array(z.enum(exitBlocks)),
  /** What the next step covers: an approval and a payment send the digest of exactly these. */
  shown: z.array(shownFact),
  shownDigest: z.string(),
  /** The figures as they were approved; empty unless the exit waits to be paid. */
  approved: z.array(shownFact),
  /** Whether the figures have changed since, so that the exit has to be approved again. */
  approvalIsStale: z.boolean(),
});

export const ofMember = endpoint({
  name: "exits.ofMember",
  method: "GET",
  path: "/api/v1/members/:memberNo/exit",
  summary: "All that a member's exit turns on: owed, guaranteed, held, what would be refunded",
  audience: { kind: "staff", permission: "exits.read" },
  params: z.object({ memberNo: fields.memberNoParam }),
  body: fields.nothing,
  answer: view,
  problems: ["no-such-member"],
});

export const voucher = endpoint({
  name: "exits.voucher",
  method: "POST",
  path: "/api/v1/members/:memberNo/exit/voucher",
  summary: "The settlement voucher of a paid exit, as a PDF with a code that can be verified",
  audience: { kind: "record", param: "memberNo", staff: "exits.read" },
  limit: "documents",
  params: z.object({ memberNo: fields.memberNoParam }),
  body: z.strictObject({}),
  answer: fields.nothing,
  files: ["application/pdf"],
  status: 201,
  idempotency: "none",
  problems: ["no-such-member", "no-such-exit", "invalid"],
});

export const ask = endpoint({
  name: "exits.ask",
  method: "POST",
  path,
  summary: "Write down that a member wants to leave; the 60 days begin",
  audience: { kind: "staff", permission: "exits.ask" },
  params: fields.nothing,
  body: z.strictObject({
    memberNo: fields.memberNo,
    reason: fields.reasonGiven,
    /** Another member who gets the share capital; left out where it stays on the account. */
    sharesTo: z.optional(fields.memberNo),
  }),
  answer: exit,
  status: 201,
  problems: ["no-such-member", "own-membership", "exit-open", "not-active", "invalid"],
});

const step = {
  method: "POST",
  params: z.object({ id: fields.idParam }),
  answer: exit,
  status: 201,
} as const;

export const approval = endpoint({
  ...step,
  name: "exits.approval",
  path: `${path}/:id/approval`,
  summary: "Approve the figures of an exit that another person recorded, again once they change",
  audience: { kind: "staff", permission: "exits.approve" },
  body: z.strictObject({ shownDigest: fields.shownDigest }),
  problems: [
    "no-such-exit",
    "exit-state",
    "exit-two-people",
    "exit-blocked",
    "own-membership",
    "shown-changed",
    "invalid",
  ],
});

export const payment = endpoint({
  ...step,
  name: "exits.payment",
  path: `${path}/:id/payment`,
  summary: "Post exactly the refund that was approved, by a person other than the approver",
  audience: { kind: "staff", permission: "exits.pay" },
  body: z.strictObject({
    shownDigest: fields.shownDigest,
    /** Of the transfer or cheque; needed where something is refunded. */
    receiptNo: z.optional(fields.receiptGiven),
  }),
  problems: [
    "no-such-exit",
    "exit-state",
    "exit-two-people",
    "exit-blocked",
    "exit-changed",
    "own-membership",
    "shown-changed",
    "invalid",
  ],
});

export const withdrawal = endpoint({
  ...step,
  name: "exits.withdrawal",
  path: `${path}/:id/withdrawal`,
  summary: "Take an exit back before it is paid out, with the reason",
  audience: { kind: "staff", permission: "exits.ask" },
  body: z.strictObject({ reason: fields.reasonGiven }),
  problems: ["no-such-exit", "exit-state", "own-membership", "invalid"],
});
