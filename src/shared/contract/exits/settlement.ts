import * as z from "zod/mini";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import * as fields from "#shared/contract/kernel/fields.ts";
import * as office from "#shared/contract/kernel/office-fields.ts";
import { memberStates } from "#shared/contract/members/suspensions.ts";
import { exitBlocks } from "./own.ts";

/** The states of a member's exit. */
export const exitStates = ["asked", "approved", "paid", "withdrawn"] as const;
export type ExitState = (typeof exitStates)[number];

const path = "/api/v1/exits";

const loan = z.object({ loanNo: z.string(), purpose: z.string(), outstanding: fields.amount });

/** The amounts settled by an exit, as recorded at payment. */
const settlement = z.object({
  deposits: fields.amount,
  withdrawable: fields.amount,
  accounts: z.array(z.object({ accNo: z.string(), amount: fields.amount })),
  dividendPayable: fields.amount,
  owed: fields.amount,
  /** An overpaid loan is negative. */
  loans: z.array(loan),
  fees: fields.amount,
  tax: fields.amount,
  /** Held at the time, transferred or not. */
  shareCapital: fields.amount,
  refund: fields.amount,
});

const exit = z.object({
  id: z.string(),
  memberNo: z.string(),
  fullName: z.string(),
  state: z.enum(exitStates),
  reason: z.string(),
  /** The member who receives the share capital; empty where it stays. */
  sharesTo: z.string(),
  sharesToName: z.string(),
  askedBy: z.string(),
  askedOn: fields.day,
  dueOn: fields.day,
  /** Days since the request, in Nairobi, up to the end of the exit. */
  dayNo: z.int(),
  approvedBy: z.string(),
  approvedOn: fields.dayOrNone,
  paidBy: z.string(),
  paidOn: fields.dayOrNone,
  receiptNo: z.string(),
  endedBy: z.string(),
  endedOn: fields.dayOrNone,
  endedBecause: z.string(),
  /** The amounts refunded and transferred; zero before payment. */
  refund: fields.amount,
  sharesPassedOn: fields.amount,
  /** Null before payment, and for exits paid before it was recorded. */
  settlement: z.nullable(settlement),
});

export const list = endpoint({
  name: "exits.list",
  method: "GET",
  path,
  summary: "Lists open exits, earliest due date first, or ended ones, latest first",
  audience: { kind: "staff", permission: "exits.read" },
  subject: "call",
  query: z.strictObject({
    tab: z.optional(z.enum(["open", "done"], "field.invalid")),
    page: z.optional(office.pageGiven),
  }),
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
  /** The latest exit; null where there was none. */
  exit: z.nullable(exit),
  deposits: fields.amount,
  withdrawable: fields.amount,
  dividendPayable: fields.amount,
  /** Tax withheld from the remaining dividends before the rest is refunded. */
  tax: fields.amount,
  shareCapital: fields.amount,
  /** Loans that are not settled; an overpaid one is negative. */
  loans: z.array(loan),
  owed: fields.amount,
  /** The refund if paid now; never negative. */
  refund: fields.amount,
  /** The debt that the member's funds do not cover; zero where they cover it. */
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
  /** The digest of the facts above, which an approval and a payment send back. */
  shown: z.array(shownFact),
  shownDigest: z.string(),
  /** The figures at approval; empty unless the exit waits for payment. */
  approved: z.array(shownFact),
  /** Whether the figures have changed since, so that the exit must be approved again. */
  approvalIsStale: z.boolean(),
});

export const ofMember = endpoint({
  name: "exits.ofMember",
  method: "GET",
  path: "/api/v1/members/:memberNo/exit",
  summary: "Returns the facts of a member's exit: debts, guarantees, balances and the refund",
  audience: { kind: "staff", permission: "exits.read" },
  subject: { param: "memberNo", kind: "member" },
  params: z.object({ memberNo: fields.memberNoParam }),
  answer: view,
  problems: ["no-such-member"],
});

export const voucher = endpoint({
  name: "exits.voucher",
  method: "POST",
  path: "/api/v1/members/:memberNo/exit/voucher",
  summary: "Returns the settlement voucher of a paid exit as a PDF with a verification code",
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
  summary: "Records that a member wants to leave, which starts the 60-day period",
  audience: { kind: "staff", permission: "exits.ask" },
  body: z.strictObject({
    memberNo: fields.memberNo,
    reason: office.reasonGiven,
    /** The member who receives the share capital; left out where it stays on the account. */
    sharesTo: z.optional(fields.memberNo),
  }),
  answer: exit,
  status: 201,
  problems: ["no-such-member", "own-membership", "exit-open", "not-active", "invalid"],
});

const step = {
  method: "POST",
  params: office.byId,
  answer: exit,
  status: 201,
} as const;

export const approval = endpoint({
  ...step,
  name: "exits.approval",
  path: `${path}/:id/approval`,
  summary: "Approves the figures of an exit another person recorded; needed again if they change",
  audience: { kind: "staff", permission: "exits.approve" },
  body: z.strictObject({ shownDigest: office.shownDigest }),
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
  summary: "Posts exactly the approved refund, by a person other than the approver",
  audience: { kind: "staff", permission: "exits.pay" },
  body: z.strictObject({
    shownDigest: office.shownDigest,
    /** `paid` is already paid, with a receipt, and the default; `queued` becomes a payout. */
    refund: z.optional(z.enum(["paid", "queued"], "field.invalid")),
    /** The number of the transfer or cheque; required where something is refunded already. */
    receiptNo: z.optional(fields.receiptGiven),
  }),
  problems: [
    "no-such-exit",
    "exit-state",
    "exit-two-people",
    "exit-blocked",
    "exit-changed",
    "cash-uncounted",
    "cheque-waits",
    "withdrawal-waits",
    "not-active",
    "own-membership",
    "shown-changed",
    "invalid",
  ],
});

export const withdrawal = endpoint({
  ...step,
  name: "exits.withdrawal",
  path: `${path}/:id/withdrawal`,
  summary: "Withdraws an exit before it is paid, with the reason",
  audience: { kind: "staff", permission: "exits.ask" },
  body: z.strictObject({ reason: office.reasonGiven }),
  problems: ["no-such-exit", "exit-state", "own-membership", "invalid"],
});
