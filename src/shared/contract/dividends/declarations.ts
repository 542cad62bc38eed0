import * as z from "zod/mini";
import { weightings } from "#shared/dividend-entitlement.ts";
import { holdReasons, otherwisePlaces } from "#shared/dividend-part-places.ts";
import {
  aYear,
  dividendStates,
  modeAnswered,
  modeGiven,
  placeAnswered,
  taxByKind,
} from "./fields.ts";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import * as fields from "#shared/contract/kernel/fields.ts";
import * as office from "#shared/contract/kernel/office-fields.ts";

/** Parts with the same destination. */
export const byPlace = z.array(
  z.object({
    mode: placeAnswered,
    members: z.int(),
    parts: z.int(),
    amount: fields.amount,
    tax: fields.amount,
    net: fields.amount,
  }),
);

/** The result of the next step of a dividend, or of a step already taken. */
export const plan = z.object({
  byMode: byPlace,
  /** Parts that cannot be paid as chosen, by reason; they are held, or paid as `otherwise` says. */
  onHold: z.array(
    z.object({
      reason: z.enum(holdReasons),
      members: z.int(),
      parts: z.int(),
      amount: fields.amount,
    }),
  ),
  /**
   * The cents below one shilling that cannot be paid to the phone of members who chose nothing;
   * they go to share capital.
   */
  rest: z.object({ members: z.int(), amount: fields.amount }),
});

const basisPoints = z.int("field.required").check(z.gte(0), z.lte(10_000));
const taxRate = z.int().check(z.gte(0), z.lte(4999));

/** Hours and minutes in Nairobi. */
const timeOfDay = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/));

export const declare = endpoint({
  name: "dividends.declare",
  method: "POST",
  path: "/api/v1/dividends",
  summary: "Prepares a year's dividend: calculates every member's share; nothing is posted yet",
  audience: { kind: "staff", permission: "dividends.prepare" },
  body: z.strictObject({
    year: z.int("year.form"),
    shareRateBasisPoints: basisPoints,
    depositRateBasisPoints: basisPoints,
    weighting: z.enum(weightings),
    booksClosedOn: fields.dayParam,
    agmReference: z
      .string("field.required")
      .check(z.trim(), z.minLength(1, "field.required"), z.maxLength(30)),
    holdArrears: z.boolean(),
    opensOn: fields.dayParam,
    closesOn: fields.dayParam,
    /** The office's closing time when left out. */
    closesAt: z.optional(timeOfDay),
    /** The default mode for members who did not choose: shares or the phone. */
    defaultMode: modeGiven,
    /** The destination of a part that cannot be paid as chosen; it is held when left out. */
    otherwise: z.optional(z.enum(otherwisePlaces, "field.invalid")),
    /**
     * If a rate is left out, the one in force when the window closes applies; by kind of income
     * there are none.
     */
    tax: z.optional(
      z.strictObject({
        "share-capital": z.optional(taxRate),
        mobile: z.optional(taxRate),
        loan: z.optional(taxRate),
        "hospital-bill": z.optional(taxRate),
      }),
    ),
  }),
  answer: z.object({ year: z.int(), state: z.enum(dividendStates) }),
  lasting: true,
  status: 201,
  problems: ["invalid", "dividend-exists"],
});

const head = {
  year: z.int(),
  state: z.enum(dividendStates),
  shareRateBasisPoints: z.int(),
  depositRateBasisPoints: z.int(),
  weighting: z.enum(weightings),
  booksClosedOn: fields.day,
  agmReference: z.string(),
  holdArrears: z.boolean(),
  opensOn: fields.day,
  closesOn: fields.day,
  closesAt: z.string(),
  windowIsOpen: z.boolean(),
  defaultMode: modeAnswered,
  otherwise: z.enum(otherwisePlaces),
  /** Empty where tax is withheld by kind of income. */
  tax: z.array(z.object({ mode: modeAnswered, basisPoints: z.int() })),
  /** Only where tax is withheld by kind of income. */
  taxByKind: z.optional(z.object(taxByKind)),
  members: z.int(),
  gross: fields.amount,
  preparedBy: z.string(),
  approvedBy: z.string(),
};

export const list = endpoint({
  name: "dividends.list",
  method: "GET",
  path: "/api/v1/dividends",
  summary: "Lists every year's dividend with its state, latest first",
  audience: { kind: "staff", permission: "dividends.read" },
  subject: "call",
  answer: z.array(z.object(head)),
});

const someone = { memberNo: z.string(), member: z.string() };

export const preview = endpoint({
  name: "dividends.preview",
  method: "GET",
  path: "/api/v1/dividends/:year",
  summary: "Previews a dividend before it is posted: totals, largest shares, changes and problems",
  audience: { kind: "staff", permission: "dividends.read" },
  subject: "call",
  params: aYear,
  answer: z.object({
    ...head,
    onShareCapital: fields.amount,
    onDeposits: fields.amount,
    held: fields.amount,
    /** Calculated as if nobody chose. */
    plan,
    /**
     * The digest of these totals and of every member's share; approval, posting and withdrawal send
     * it.
     */
    digest: z.string(),
    /** Members paid in the year before; `noneNow` of them have no dividend now. */
    lastYear: z.object({ members: z.int(), gross: fields.amount, noneNow: z.int() }),
    /**
     * The dividend already on members' accounts for this year at calculation, for example from an
     * import.
     */
    sameYear: z.object({ members: z.int(), gross: fields.amount }),
    largest: z.array(
      z.object({
        ...someone,
        onShareCapital: fields.amount,
        onDeposits: fields.amount,
        gross: fields.amount,
        lastYear: fields.amount,
      }),
    ),
    changed: z.array(
      z.object({ ...someone, gross: fields.amount, lastYear: fields.amount, by: fields.amount }),
    ),
    problems: z.object({
      noMobile: z.int(),
      unconfirmedMobile: z.int(),
      inArrears: z.int(),
      /** The first twenty that cannot be paid by phone. */
      members: z.array(z.object({ ...someone, hasMobile: z.boolean(), gross: fields.amount })),
    }),
  }),
  problems: ["invalid", "no-such-dividend"],
});

const moved = z.object({ year: z.int(), state: z.enum(dividendStates) });

/** The digest of what was displayed, which every step sends back. */
export const shown = z.strictObject({ digest: office.shownDigest });

/** Declares a call that takes a step of a dividend. */
const step = (
  noun: string,
  summary: string,
  permission: "dividends.prepare" | "dividends.approve",
  more: Parameters<typeof endpoint>[0]["problems"],
) =>
  endpoint({
    name: `dividends.${noun}`,
    method: "POST",
    path: `/api/v1/dividends/:year/${noun}`,
    summary,
    audience: { kind: "staff", permission },
    params: aYear,
    body: shown,
    answer: moved,
    lasting: true,
    status: 201,
    problems: ["no-such-dividend", "dividend-state", "shown-changed", "invalid", ...(more ?? [])],
  });

export const approval = step(
  "approval",
  "Approve a prepared dividend, as somebody other than who prepared it",
  "dividends.approve",
  ["dividend-two-people", "dividend-changed"],
);

export const withdrawal = step(
  "withdrawal",
  "Withdraw a dividend that is not posted, to prepare it anew",
  "dividends.prepare",
  [],
);

export const posting = step(
  "posting",
  "Post an approved dividend for all members, in one unit of work",
  "dividends.prepare",
  ["in-progress", "dividend-again"],
);

export const progress = endpoint({
  name: "dividends.progress",
  method: "GET",
  path: "/api/v1/dividends/:year/progress",
  summary: "Returns the progress of a running posting or payment",
  audience: { kind: "staff", permission: "dividends.read" },
  subject: "call",
  params: aYear,
  answer: z.object({
    state: z.enum(dividendStates),
    isRunning: z.boolean(),
    done: z.int(),
    of: z.int(),
  }),
  problems: ["invalid", "no-such-dividend"],
  reads: "one-statement",
});
