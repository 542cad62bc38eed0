import * as z from "zod/mini";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import * as fields from "#shared/contract/kernel/fields.ts";

/**
 * Where a member may move money from a withdrawable account: always to one of their own accounts.
 */
export const transferDestinations = ["deposits", "share-capital", "loan"] as const;
export type TransferDestination = (typeof transferDestinations)[number];

/** Why a member cannot move money now; empty if they can. */
export const moveBlocks = ["", "not-active", "leaving", "no-account"] as const;

const accountNo = z.string().check(z.minLength(1, "field.required"), z.maxLength(40));

/** A withdrawable account with its balance. */
export const accountWithBalance = z.object({
  accountNo: z.string(),
  balance: fields.amount,
  /** The part that was paid in as cash and cannot be withdrawn until it is counted. */
  uncounted: fields.amount,
});

const transfer = z.object({
  reference: z.string(),
  accountNo: z.string(),
  to: z.enum(transferDestinations),
  /** The loan it repaid; left out for other destinations. */
  loanNo: z.optional(z.string()),
  amount: fields.amount,
  date: fields.day,
  time: z.string(),
});

/** The outcomes of an order on its day: moved, not covered, or its member could not move money. */
export const standingOutcomes = ["moved", "short", "blocked"] as const;

/** An order that is not stopped. */
export const standingTransfer = z.object({
  id: z.string(),
  accountNo: z.string(),
  to: z.enum(transferDestinations),
  loanNo: z.optional(z.string()),
  amount: fields.amount,
  day: z.int(),
  nextOn: fields.day,
  /** The last day on which it was due, with its outcome; left out before the first. */
  last: z.optional(z.object({ on: fields.day, outcome: z.enum(standingOutcomes) })),
});

export const transfers = endpoint({
  name: "transfers.list",
  method: "GET",
  path: "/api/v1/members/:memberNo/transfers",
  summary: "Lists a member's transfers from withdrawable accounts, and where money can be moved",
  audience: { kind: "record", param: "memberNo", staff: "members.read" },
  params: z.object({ memberNo: fields.memberNoParam }),
  answer: z.object({
    blocked: z.enum(moveBlocks),
    accounts: z.array(accountWithBalance),
    deposits: fields.amount,
    shareCapital: fields.amount,
    /** The loans that can be repaid, with the balance of each. */
    loans: z.array(z.object({ loanNo: z.string(), owed: fields.amount })),
    /** The orders to move money each month. */
    standing: z.array(standingTransfer),
    /** The latest first, at most fifty. */
    rows: z.array(transfer),
  }),
  problems: ["no-such-member"],
});

export const makeTransfer = endpoint({
  name: "transfers.make",
  method: "POST",
  path: "/api/v1/transfers",
  summary: "Moves one's own money from a withdrawable account to deposits, share capital or a loan",
  audience: { kind: "member" },
  body: z.strictObject({
    to: z.enum(transferDestinations, "field.required"),
    amount: fields.amountGiven,
    /** Only for a loan. */
    loanNo: z.optional(fields.loanNoParam),
    /** May be left out by a member with one withdrawable account. */
    accountNo: z.optional(accountNo),
  }),
  answer: z.object({ ...transfer.shape, balance: fields.amount }),
  status: 201,
  problems: ["no-account", "no-such-loan", "not-active", "member-leaving", "not-enough", "invalid"],
});

/** The receipt of a transfer that a member made once, or that their standing order made. */
export const printTransfer = endpoint({
  name: "transfers.print",
  method: "POST",
  path: "/api/v1/members/:memberNo/transfers/:transferNo/documents",
  summary: "Returns the receipt of a transfer as a PDF with a verification code",
  audience: { kind: "record", param: "memberNo", staff: "members.read" },
  limit: "documents",
  params: z.object({ memberNo: fields.memberNoParam, transferNo: fields.receiptGiven }),
  body: z.strictObject({ paper: z.enum(["a6", "roll"], "field.required") }),
  answer: fields.nothing,
  files: ["application/pdf"],
  status: 201,
  idempotency: "none",
  problems: ["no-such-member", "no-such-receipt", "receipt-state", "invalid"],
});

export const openAccount = endpoint({
  name: "transfers.openAccount",
  method: "POST",
  path: "/api/v1/withdrawable-accounts",
  summary: "Opens one's own withdrawable account, at once; a member who has one opens no other",
  audience: { kind: "member" },
  body: z.strictObject({}),
  answer: z.object({ accountNo: z.string() }),
  status: 201,
  problems: ["account-open", "not-active", "member-leaving"],
});
