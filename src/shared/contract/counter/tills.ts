import * as z from "zod/mini";
import { denominations } from "#shared/denominations.ts";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import * as fields from "#shared/contract/kernel/fields.ts";

/** The states of a till; `counted` waits for the keeper of the safe. */
export const tillStates = ["open", "counted", "closed"] as const;
export type TillState = (typeof tillStates)[number];

/** The movements of cash of a till. */
export const tillMovements = [
  "float",
  "receipt",
  "payout",
  "reversal",
  "variance",
  "handover",
] as const;

/** The lists of tills: those with cash in them, those closed, and those closed with a variance. */
export const tillTabs = ["open", "closed", "variances"] as const;
export type TillTab = (typeof tillTabs)[number];

const request = z.object({ approvalId: z.string(), by: z.string(), yours: z.boolean() });

const count = z.object({
  countedBy: z.string(),
  /** An instant. */
  countedAt: z.string(),
  pieces: z.array(z.int()),
  expected: fields.amount,
  counted: fields.amount,
  /** The sum counted less the sum expected; negative for a shortage. */
  variance: fields.amount,
});

const till = {
  id: z.string(),
  staffNo: z.string(),
  fullName: z.string(),
  state: z.enum(tillStates),
  /** By the entries of the till. */
  balance: fields.amount,
  /** An instant. */
  openedAt: z.string(),
  openedOn: fields.day,
  /** Whether it was opened before today and is not closed yet. */
  overnight: z.boolean(),
  /** An instant, or empty. */
  closedAt: z.string(),
};

/** A sum counted in notes and coins, which may be many. */
const piecesGiven = z
  .array(z.int("count.form").check(z.minimum(0, "count.form"), z.maximum(100_000, "count.form")))
  .check(z.length(denominations.length, "field.required"));

const holder = { kind: "staff", permission: "counter.receive" } as const;
const path = "/api/v1/counter/till";

export const own = endpoint({
  name: "tills.own",
  method: "GET",
  path,
  summary: "Returns one's own till, which is not closed yet, with its last count and requests",
  audience: holder,
  subject: "call",
  answer: z.object({
    till: z.optional(
      z.object({
        ...till,
        /** The sum of each kind of movement since it was opened. */
        sums: z.array(z.object({ kind: z.enum(tillMovements), amount: fields.amount })),
        receipts: z.int(),
        count: z.optional(count),
        /** The float that waits for the keeper of the safe. */
        float: z.optional(z.object({ ...request.shape, amount: fields.amount })),
        handover: z.optional(request),
      }),
    ),
  }),
});

export const open = endpoint({
  name: "tills.open",
  method: "POST",
  path,
  summary: "Opens one's own till, and requests its float from the keeper of the safe",
  audience: holder,
  body: z.strictObject({ float: fields.amountOrZero }),
  /** The number of the request is empty for a till without a float. */
  answer: z.object({ id: z.string(), approvalId: z.string() }),
  status: 201,
  problems: ["till-open", "invalid"],
});

export const requestFloat = endpoint({
  name: "tills.float",
  method: "POST",
  path: `${path}/floats`,
  summary: "Requests more cash from the safe for one's own open till",
  audience: holder,
  body: z.strictObject({ amount: fields.amountGiven }),
  answer: z.object({ approvalId: z.string() }),
  status: 201,
  problems: ["till-none", "approval-waits", "invalid"],
});

export const countOwn = endpoint({
  name: "tills.count",
  method: "POST",
  path: `${path}/counts`,
  summary: "Counts one's own till by denomination and offers its cash to the keeper of the safe",
  audience: holder,
  body: z.strictObject({ pieces: piecesGiven }),
  answer: z.object({ approvalId: z.string(), ...count.shape }),
  status: 201,
  problems: ["till-none", "approval-waits", "invalid"],
});

const listed = z.object({
  ...till,
  /** The last count of a till that was counted. */
  variance: z.optional(fields.amount),
  /** The person who accepted its cash into the safe; empty until then. */
  acceptedBy: z.string(),
});

const ofTills = { kind: "staff", permission: "tills.read" } as const;

export const list = endpoint({
  name: "tills.list",
  method: "GET",
  path: "/api/v1/counter/tills",
  summary: "Lists the tills with their balances, counts and variances, the latest first",
  audience: ofTills,
  subject: "call",
  query: z.strictObject({
    tab: z.optional(z.enum(tillTabs, "field.invalid")),
    after: z.optional(fields.idParam),
  }),
  answer: z.object({
    /** Only on the first page; the sum of a tab of variances is the amount missing. */
    tabs: z.array(z.object({ tab: z.enum(tillTabs), payments: z.int(), amount: fields.amount })),
    rows: z.array(listed),
    /** The cursor to send as `after`; empty on the last page. */
    next: z.string(),
  }),
  problems: ["invalid"],
});

const aTill = z.object({ till: fields.idParam });

export const one = endpoint({
  name: "tills.one",
  method: "GET",
  path: "/api/v1/counter/tills/:till",
  summary: "Returns a till with its movements and counts",
  audience: ofTills,
  subject: "call",
  params: aTill,
  answer: z.object({
    ...listed.shape,
    movements: z.array(
      z.object({
        kind: z.enum(tillMovements),
        amount: fields.amount,
        /** The receipt or the reference of the entry. */
        reference: z.string(),
        by: z.string(),
        agreedBy: z.string(),
        /** An instant. */
        at: z.string(),
      }),
    ),
    counts: z.array(count),
    handover: z.optional(request),
  }),
  problems: ["no-such-till"],
});

export const countFor = endpoint({
  name: "tills.countFor",
  method: "POST",
  path: "/api/v1/counter/tills/:till/counts",
  summary: "Counts the till of somebody who cannot, which another keeper of the safe accepts",
  audience: { kind: "staff", permission: "tills.keep" },
  params: aTill,
  body: z.strictObject({ pieces: piecesGiven }),
  answer: z.object({ approvalId: z.string(), ...count.shape }),
  status: 201,
  problems: ["no-such-till", "till-none", "till-own", "approval-waits", "invalid"],
});
