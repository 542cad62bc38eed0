import * as z from "zod/mini";
import { approvalKindNames } from "#shared/approval-kinds.ts";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import * as fields from "#shared/contract/kernel/fields.ts";
import * as office from "#shared/contract/kernel/office-fields.ts";

export const approvalStates = ["waiting", "approved", "rejected", "withdrawn", "lapsed"] as const;

/** The lists of requests: waiting for a second person, and ended. */
export const approvalLists = ["waiting", "decided"] as const;
export type ApprovalList = (typeof approvalLists)[number];

/** The facts a request can show about its step; each has a label in the catalogue. */
export const factNames = [
  "name",
  "staffNo",
  "role",
  "roleNow",
  "mobileNo",
  "mobileNoNow",
  "email",
  "emailNow",
  "nationalId",
  "nationalIdNow",
  "isMember",
  "isMemberNow",
  "memberName",
  "reason",
  "memberNo",
  "closedAt",
  "closedUntil",
  "loanNo",
  "amount",
  "receipt",
  "payInAccount",
  "payInSender",
  "paidOn",
  "statementFile",
  "amountBooked",
  "amountStated",
  "returnReceipt",
  "movementKind",
  "chartAccount",
  "reference",
  "description",
  "standing",
  "attachment",
  "way",
  "date",
  "owed",
  "over",
  "approvedBy",
  "loanOutcome",
  "paidOutOn",
  "destination",
  "dividendYear",
  "heldBecause",
  "overpaymentTo",
  "toLoan",
  "file",
  "month",
  "line",
  "fileRows",
  "earlierFile",
  "earlierMonth",
  "earlierOn",
  "rowsRepeated",
  "noteWords",
  "payoutFile",
  "resultsPaid",
  "resultsPaidSum",
  "resultsFailed",
  "resultsFailedSum",
  "resultsRepeated",
  "resultsDiffer",
  "resultsDifferRows",
  "resultsUnknown",
  "resultsUnknownRows",
  "resultsOwn",
  "resultsOwnRows",
  "resultsPrint",
  "bankName",
  "branchCode",
  "bankAccountNo",
  "bankAccountName",
  "bankAccountNow",
  "bankCodeTo",
  "numberSince",
  "passwordSince",
  "bankAccountAlso",
  "bankAccountAlsoStaff",
  "debitAccount",
  "eftFile",
  "eftPayments",
  "eftPrint",
  "eftResultRows",
  "till",
  "openedOn",
  "cashExpected",
  "cashCounted",
  "cashVariance",
  "pieces",
  "receivedBy",
  "paidBy",
  "identitySeen",
  "chequeNo",
  "chequePayee",
] as const;
export type FactName = (typeof factNames)[number];

/**
 * The format of a fact's value. Money is a wire amount, such as 1250.5. A day is YYYY-MM-DD, a
 * month YYYY-MM, and a moment is a day with HH:MM after it. A role, a payment method, a destination
 * or an outcome is its name in the contract. A count is a whole number; a mobile number is
 * +254712000482.
 */
export type FactForm =
  | "text"
  | "money"
  | "day"
  | "month"
  | "moment"
  | "role"
  | "way"
  | "destination"
  | "loan-outcome"
  | "hold-reason"
  | "overpayment"
  | "movement"
  | "count"
  | "mobile";

/** The format of each fact. The digest covers the values as they are sent. */
export const factForms: Readonly<Record<FactName, FactForm>> = {
  name: "text",
  staffNo: "text",
  role: "role",
  roleNow: "role",
  mobileNo: "mobile",
  mobileNoNow: "mobile",
  email: "text",
  emailNow: "text",
  nationalId: "text",
  nationalIdNow: "text",
  isMember: "text",
  isMemberNow: "text",
  memberName: "text",
  reason: "text",
  memberNo: "text",
  closedAt: "moment",
  closedUntil: "moment",
  loanNo: "text",
  amount: "money",
  receipt: "text",
  payInAccount: "text",
  payInSender: "text",
  paidOn: "moment",
  statementFile: "text",
  amountBooked: "money",
  amountStated: "money",
  returnReceipt: "text",
  movementKind: "movement",
  chartAccount: "text",
  reference: "text",
  description: "text",
  standing: "money",
  attachment: "text",
  way: "way",
  date: "day",
  owed: "money",
  over: "money",
  approvedBy: "text",
  loanOutcome: "loan-outcome",
  paidOutOn: "day",
  destination: "destination",
  dividendYear: "text",
  heldBecause: "hold-reason",
  overpaymentTo: "overpayment",
  toLoan: "text",
  file: "text",
  month: "month",
  line: "text",
  fileRows: "count",
  earlierFile: "text",
  earlierMonth: "month",
  earlierOn: "day",
  rowsRepeated: "count",
  noteWords: "text",
  payoutFile: "text",
  resultsPaid: "count",
  resultsPaidSum: "money",
  resultsFailed: "count",
  resultsFailedSum: "money",
  resultsRepeated: "count",
  resultsDiffer: "count",
  resultsDifferRows: "text",
  resultsUnknown: "count",
  resultsUnknownRows: "text",
  resultsOwn: "count",
  resultsOwnRows: "text",
  resultsPrint: "text",
  bankName: "text",
  branchCode: "text",
  bankAccountNo: "text",
  bankAccountName: "text",
  bankAccountNow: "text",
  bankCodeTo: "text",
  numberSince: "day",
  passwordSince: "day",
  bankAccountAlso: "text",
  bankAccountAlsoStaff: "text",
  debitAccount: "text",
  eftFile: "text",
  eftPayments: "count",
  eftPrint: "text",
  eftResultRows: "text",
  till: "text",
  openedOn: "day",
  cashExpected: "money",
  cashCounted: "money",
  cashVariance: "money",
  pieces: "text",
  receivedBy: "text",
  paidBy: "text",
  identitySeen: "text",
  chequeNo: "text",
  chequePayee: "text",
};

/** One line of what the second person reads before deciding. */
const fact = z.object({ name: z.enum(factNames), value: z.string() });
export type Fact = z.output<typeof fact>;

const path = "/api/v1/approvals";
const params = z.object({ approvalId: fields.idParam });

const row = z.object({
  id: z.string(),
  kind: z.enum(approvalKindNames),
  /** The subject, as the audit log names it. */
  subject: z.string(),
  state: z.enum(approvalStates),
  /**
   * The preview, or the facts that the second person saw; empty if the step is no longer possible.
   */
  facts: z.array(fact),
  /** The digest of exactly these facts; an approval sends it back. */
  digest: z.string(),
  reason: z.string(),
  requestedBy: z.string(),
  /** An instant. */
  requestedAt: z.string(),
  /** An instant, after which the request expires. */
  expiresAt: z.string(),
  decidedBy: z.string(),
  /** An instant, or empty. */
  decidedAt: z.string(),
  decidedBecause: z.string(),
  /** Whether the requester made this request and so may withdraw it. */
  isOwn: z.boolean(),
  /** Whether the requester may decide on it. */
  mayDecide: z.boolean(),
});

export const list = endpoint({
  name: "approvals.list",
  method: "GET",
  path,
  summary:
    "Lists steps that take two people: one's own requests and those one may decide, oldest first",
  audience: { kind: "staff", permission: "approvals.read" },
  subject: "call",
  query: z.strictObject({
    list: z.optional(z.enum(approvalLists, "field.invalid")),
    after: z.optional(fields.idParam),
  }),
  answer: z.object({ rows: z.array(row), next: z.string() }),
  problems: ["invalid"],
});

export const one = endpoint({
  name: "approvals.one",
  method: "GET",
  path: `${path}/:approvalId`,
  summary: "Returns one step that takes two people, for its requester and those who may decide",
  audience: { kind: "staff", permission: "approvals.read" },
  subject: "call",
  params,
  answer: row,
  problems: ["no-such-approval"],
});

const decisionProblems = ["no-such-approval", "approval-state", "approval-two-people"] as const;

export const approve = endpoint({
  name: "approvals.approve",
  method: "POST",
  path: `${path}/:approvalId/approval`,
  summary: "Approves a step that another person requested, which takes effect at once",
  audience: { kind: "staff", permission: "approvals.read" },
  params,
  body: z.strictObject({ digest: z.string("field.required") }),
  answer: row,
  // The results of a payout file settle 50,000 payments at once.
  lasting: true,
  status: 201,
  problems: [
    ...decisionProblems,
    "own-account",
    "role-too-new",
    "own-loan",
    "loan-state",
    "loan-repaid",
    "loan-money-left",
    "receipt-used",
    "not-active",
    "not-held",
    "not-enough",
    "repayment-over",
    "own-listing",
    "line-state",
    "batch-state",
    "in-progress",
    "approval-changed",
    "approval-suspended",
    "no-such-placement",
    "own-entry",
    "paid-by-paybill",
    "no-such-pay-in",
    "pay-in-refunded",
    "pay-in-reversing",
    "reversal-unavailable",
    "pay-in-same-person",
    "pay-in-state",
    "match-taken",
    "statement-own",
    "till-none",
    "safe-short",
    "cash-uncounted",
    "month-closed",
    "movement-over",
    "payout-state",
    "movement-state",
    "no-such-movement",
    "receipt-state",
    "no-such-receipt",
    "no-such-member",
    "invalid",
  ],
});

export const reject = endpoint({
  name: "approvals.reject",
  method: "POST",
  path: `${path}/:approvalId/rejection`,
  summary: "Rejects a step that another person requested, with a reason",
  audience: { kind: "staff", permission: "approvals.read" },
  params,
  body: z.strictObject({ reason: office.reasonGiven }),
  answer: row,
  status: 201,
  problems: [...decisionProblems, "own-account", "role-too-new", "invalid"],
});

export const withdraw = endpoint({
  name: "approvals.withdraw",
  method: "DELETE",
  path: `${path}/:approvalId`,
  summary: "Withdraws one's own request before it is decided",
  audience: { kind: "staff", permission: "approvals.read" },
  params,
  answer: row,
  problems: decisionProblems,
});

/** The answer of a call that only made a request: the number of the request. */
export const requested = z.object({ approvalId: z.string() });
