import * as z from "zod/mini";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import * as fields from "#shared/contract/kernel/fields.ts";
import * as office from "#shared/contract/kernel/office-fields.ts";
import type { TreasuryKind } from "#shared/treasury-kinds.ts";
import { anAccount, type ReconciledAccount } from "./files.ts";

/** The two sides of a reconciliation: the statement from outside, and our books. */
export const reconciliationSides = ["statement", "books"] as const;
export type ReconciliationSide = (typeof reconciliationSides)[number];

/** The rule that proposed a match; `manual` if a person did. */
export const matchRules = ["receipt", "reversal", "amount", "sum", "manual"] as const;
export type MatchRule = (typeof matchRules)[number];

export const matchStates = ["proposed", "confirmed"] as const;
export type MatchState = (typeof matchStates)[number];

/** The most items that a person puts into one match. */
export const MAX_MATCHED = 200;

const movementKinds = [
  "bank-charge",
  "bank-interest-received",
  "mpesa-charge",
] as const satisfies readonly TreasuryKind[];

/** The kinds entered from a statement: movements of the society's money, and a member's payment. */
export const enteredKinds = [...movementKinds, "payment-in"] as const;
type EnteredKind = (typeof enteredKinds)[number];

/** Returns what a line is entered as in one press. */
export function kindOfLine(account: ReconciledAccount, isIn: boolean): EnteredKind {
  if (account === "bank") return isIn ? "bank-interest-received" : "bank-charge";
  return isIn ? "payment-in" : "mpesa-charge";
}

const read = { kind: "staff", permission: "reconciliation.read" } as const;
const byPreparer = { kind: "staff", permission: "reconciliation.prepare" } as const;
const byApprover = { kind: "staff", permission: "reconciliation.approve" } as const;

const item = {
  id: z.string(),
  day: fields.day,
  /** A receipt or reference number; may be empty. */
  receipt: z.string(),
  /** The text of the line or of the entry. */
  text: z.string(),
  amount: fields.amount,
};

export const openItems = endpoint({
  name: "reconciliation.open",
  method: "GET",
  path: "/api/v1/reconciliation/:account/open/:side",
  summary: "Lists what is on one side only, the oldest first, with the notes on it",
  audience: read,
  subject: "call",
  params: z.extend(anAccount, { side: office.oneOf(reconciliationSides) }),
  query: z.strictObject({
    /** A part of the receipt or text, or a whole amount. */
    search: z.optional(
      z.string().check(z.trim(), z.minLength(2, "field.invalid"), z.maxLength(60, "field.invalid")),
    ),
    after: z.optional(office.cursorOfDay),
  }),
  answer: z.object({
    rows: z.array(
      z.object({
        ...item,
        note: z.string(),
        notedBy: z.string(),
        /** Whether it is in a match that waits for a second person. */
        isProposed: z.boolean(),
        /** Whether a second person still has to approve its entry or correction. */
        awaitsApproval: z.boolean(),
        /** The amount in our books for its receipt, if it differs. */
        bookedAmount: z.optional(fields.amount),
      }),
    ),
    /** The cursor to send as `after`; empty on the last page. */
    next: z.string(),
  }),
  problems: ["invalid"],
});

const matchOnWire = z.object({
  id: z.string(),
  rule: z.enum(matchRules),
  state: z.enum(matchStates),
  proposedBy: z.string(),
  confirmedBy: z.string(),
  /** Whether the requester proposed it and so may not confirm it. */
  own: z.boolean(),
  amount: fields.amount,
  lines: z.array(z.object(item)),
  entries: z.array(z.object(item)),
  /** The digest of its items, which a confirmation sends back. */
  shownDigest: z.string(),
});

export const matches = endpoint({
  name: "reconciliation.matches",
  method: "GET",
  path: "/api/v1/reconciliation/:account/matches",
  summary: "Lists matches by state, the latest first, with the totals of what is proposed",
  audience: read,
  subject: "call",
  params: anAccount,
  query: z.strictObject({
    state: z.optional(z.enum(matchStates)),
    after: z.optional(fields.idParam),
  }),
  answer: z.object({
    /** The totals by rule; a confirmation of all proposals of a rule sends its digest. */
    proposals: z.array(
      z.object({
        rule: z.enum(matchRules),
        matches: z.int(),
        amount: fields.amount,
        /** Whether the requester proposed any of them. */
        own: z.boolean(),
        shownDigest: z.string(),
      }),
    ),
    rows: z.array(matchOnWire),
    next: z.string(),
  }),
  problems: ["invalid"],
});

export const propose = endpoint({
  name: "reconciliation.propose",
  method: "POST",
  path: "/api/v1/reconciliation/:account/proposals",
  summary: "Proposes matches by receipt, amount and day for all that is open",
  audience: byPreparer,
  lasting: true,
  params: anAccount,
  body: z.strictObject({}),
  answer: z.object({ proposed: z.int() }),
  status: 201,
  problems: ["invalid"],
});

const chosen = z.array(fields.idParam).check(z.maxLength(MAX_MATCHED, "field.invalid"));

export const match = endpoint({
  name: "reconciliation.match",
  method: "POST",
  path: "/api/v1/reconciliation/:account/matches",
  summary: "Proposes a match of lines with entries of the same sum, which another person confirms",
  audience: byPreparer,
  params: anAccount,
  body: z.strictObject({ lines: chosen, entries: chosen }),
  answer: z.object({ id: z.string() }),
  status: 201,
  problems: ["match-empty", "match-sums", "match-taken", "invalid"],
});

const aMatch = z.extend(anAccount, { id: fields.idParam });

export const confirmMatch = endpoint({
  name: "reconciliation.confirmMatch",
  method: "POST",
  path: "/api/v1/reconciliation/:account/matches/:id/confirmation",
  summary: "Confirms a match that another person proposed",
  audience: byApprover,
  params: aMatch,
  body: z.strictObject({ shownDigest: office.shownDigest }),
  answer: z.object({ confirmed: z.int() }),
  status: 201,
  problems: [
    "no-such-match",
    "match-state",
    "match-two-people",
    "match-sums",
    "shown-changed",
    "invalid",
  ],
});

export const confirmAll = endpoint({
  name: "reconciliation.confirmAll",
  method: "POST",
  path: "/api/v1/reconciliation/:account/confirmations",
  summary: "Confirms all matches that a rule proposed, if they are still what the person saw",
  audience: byApprover,
  lasting: true,
  params: anAccount,
  body: z.strictObject({
    rule: z.enum(matchRules, "field.required"),
    shownDigest: office.shownDigest,
  }),
  answer: z.object({ confirmed: z.int() }),
  status: 201,
  problems: ["match-two-people", "match-sums", "shown-changed", "invalid"],
});

export const undoMatch = endpoint({
  name: "reconciliation.undoMatch",
  method: "POST",
  path: "/api/v1/reconciliation/:account/matches/:id/undoing",
  summary: "Rejects a proposed match, or undoes a confirmed one of an open month; says why",
  audience: byPreparer,
  params: aMatch,
  body: z.strictObject({ reason: office.reasonGiven }),
  answer: z.object({ id: z.string() }),
  status: 201,
  problems: ["no-such-match", "match-state", "match-closed", "invalid"],
});

export const note = endpoint({
  name: "reconciliation.note",
  method: "POST",
  path: "/api/v1/reconciliation/:account/open/:side/:id/note",
  summary: "Notes why an item is left open; an empty note removes it",
  audience: byPreparer,
  params: z.extend(anAccount, {
    side: office.oneOf(reconciliationSides),
    id: fields.idParam,
  }),
  body: z.strictObject({ note: office.noteOrNone }),
  answer: z.object({ note: z.string() }),
  status: 201,
  problems: ["no-such-item", "invalid"],
});

export const enterLine = endpoint({
  name: "reconciliation.enterLine",
  method: "POST",
  path: "/api/v1/reconciliation/:account/lines/:id/entry",
  summary:
    "Enters a charge, interest or a lost payment from its line, which another person approves",
  audience: byPreparer,
  params: z.extend(anAccount, { id: fields.idParam }),
  body: z.strictObject({}),
  answer: z.object({
    /** The number of the movement; left out for a payment in. */
    movement: z.optional(z.string()),
    kind: z.enum(enteredKinds),
    approvalId: z.string(),
  }),
  status: 201,
  problems: [
    "no-such-item",
    "match-taken",
    "receipt-used",
    "approval-waits",
    "own-listing",
    "own-loan",
    "invalid",
  ],
});

export const correctLine = endpoint({
  name: "reconciliation.correctLine",
  method: "POST",
  path: "/api/v1/reconciliation/:account/lines/:id/correction",
  summary: "Requests to correct a payment to the amount on its line, which another person approves",
  audience: byPreparer,
  params: z.extend(anAccount, { id: fields.idParam }),
  body: z.strictObject({ reason: office.reasonGiven }),
  answer: z.object({ approvalId: z.string() }),
  status: 201,
  problems: [
    "no-such-item",
    "match-taken",
    "no-such-pay-in",
    "pay-in-state",
    "pay-in-reversing",
    "pay-in-refunded",
    "approval-waits",
    "own-listing",
    "own-loan",
    "invalid",
  ],
});
