import * as z from "zod/mini";
import { heldDestinations, holdReasons } from "#shared/dividend-part-places.ts";
import { requested } from "#shared/contract/oversight/approvals.ts";
import { aYear, dividendStates, placeAnswered } from "./fields.ts";
import { byPlace, plan, shown } from "./declarations.ts";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import * as fields from "#shared/contract/kernel/fields.ts";
import * as office from "#shared/contract/kernel/office-fields.ts";

export const uptake = endpoint({
  name: "dividends.uptake",
  method: "GET",
  path: "/api/v1/dividends/:year/uptake",
  summary: "Returns members' choices: as made so far and, once locked, as they will be paid",
  audience: { kind: "staff", permission: "dividends.read" },
  subject: "call",
  params: aYear,
  answer: z.object({
    year: z.int(),
    state: z.enum(dividendStates),
    members: z.int(),
    elected: z.int(),
    /** Without members whose dividend was paid in another way. */
    silent: z.int(),
    /** The part of undecided members' dividends that is not held and goes to the default mode. */
    silentAmount: fields.amount,
    /** Undecided members who can be reminded by SMS and were not reminded today. */
    remindable: z.int(),
    byMode: byPlace,
    plan,
    /** The digest of the whole payment plan; the lock and the payment send it. */
    digest: z.string(),
    exceptions: z.int(),
    /** The tax withheld on each day, with its remittance deadline. */
    taxDue: z.array(z.object({ withheldOn: fields.day, dueOn: fields.day, amount: fields.amount })),
  }),
  problems: ["invalid", "no-such-dividend"],
});

export const reminders = endpoint({
  name: "dividends.reminders",
  method: "POST",
  path: "/api/v1/dividends/:year/reminders",
  summary: "Reminds undecided members by SMS, once a day at most, while the window is open",
  audience: { kind: "staff", permission: "dividends.pay" },
  params: aYear,
  body: z.strictObject({}),
  answer: z.object({ reminded: z.int() }),
  lasting: true,
  status: 201,
  problems: ["no-such-dividend", "window-closed", "invalid"],
});

const moved = z.object({
  year: z.int(),
  state: z.enum(dividendStates),
  byMode: byPlace,
  exceptions: z.int(),
});

export const lock = endpoint({
  name: "dividends.lock",
  method: "POST",
  path: "/api/v1/dividends/:year/lock",
  summary: "Locks the choices after the window has closed; undecided members get the default",
  audience: { kind: "staff", permission: "dividends.pay" },
  params: aYear,
  body: shown,
  answer: moved,
  lasting: true,
  status: 201,
  problems: [
    "no-such-dividend",
    "dividend-state",
    "shown-changed",
    "window-open",
    "in-progress",
    "invalid",
  ],
});

export const payment = endpoint({
  name: "dividends.payment",
  method: "POST",
  path: "/api/v1/dividends/:year/payment",
  summary: "Posts every part of every member's dividend to its destination, in one unit of work",
  audience: { kind: "staff", permission: "dividends.pay" },
  params: aYear,
  body: shown,
  answer: moved,
  lasting: true,
  status: 201,
  problems: [
    "no-such-dividend",
    "dividend-state",
    "dividend-two-people",
    "shown-changed",
    "in-progress",
    "not-enough",
    "invalid",
  ],
});

/** The lists that can be exported once a dividend is locked. */
export const dividendLists = ["withholding-tax", "hospital-bills", "exceptions"] as const;

export type DividendList = (typeof dividendLists)[number];

export const list = endpoint({
  name: "dividends.file",
  method: "GET",
  path: "/api/v1/dividends/:year/lists/:list",
  summary: "Exports a list as CSV: the withholding-tax return, hospital bills or exceptions",
  audience: { kind: "staff", permission: "dividends.pay" },
  subject: "call",
  limit: "documents",
  params: z.object({ year: fields.yearParam, list: z.enum(dividendLists) }),
  answer: fields.nothing,
  files: ["text/csv; charset=utf-8"],
  problems: ["no-such-dividend", "dividend-state", "invalid"],
});

const part = z.object({
  year: fields.yearParam,
  memberNo: fields.memberNoParam,
  part: fields.idParam,
});

export const held = endpoint({
  name: "dividends.held",
  method: "GET",
  path: "/api/v1/dividends/:year/held",
  summary: "Lists parts of a dividend that are on hold, largest first, with the reasons",
  audience: { kind: "staff", permission: "dividends.read" },
  subject: "call",
  params: aYear,
  answer: z.object({
    parts: z.int(),
    amount: fields.amount,
    /** The first hundred. */
    rows: z.array(
      z.object({
        memberNo: z.string(),
        member: z.string(),
        part: z.string(),
        mode: placeAnswered,
        amount: fields.amount,
        reason: z.enum(holdReasons),
        /** Whether a request to send it elsewhere waits for a second person. */
        isRequested: z.boolean(),
      }),
    ),
  }),
  problems: ["invalid", "no-such-dividend"],
});

export const sendHeld = endpoint({
  name: "dividends.sendHeld",
  method: "POST",
  path: "/api/v1/dividends/:year/held/:memberNo/:part/request",
  summary: "Requests another destination for a part on hold, which another person approves",
  audience: { kind: "staff", permission: "dividends.pay" },
  params: part,
  body: z.strictObject({
    destination: z.enum(heldDestinations, "field.required"),
    /** The number of the cash voucher; only for cash. */
    voucher: z.optional(fields.receiptGiven),
    reason: office.reasonGiven,
  }),
  answer: requested,
  status: 201,
  problems: ["no-such-dividend", "not-held", "own-listing", "approval-waits", "invalid"],
});
