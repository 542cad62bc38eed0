import * as z from "zod/mini";
import { modeOnWire, modeWords } from "#shared/split-modes.ts";
import { taxBases } from "#shared/tax-in-force.ts";
import { taxByKind } from "./fields.ts";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import * as fields from "#shared/contract/kernel/fields.ts";
import * as office from "#shared/contract/kernel/office-fields.ts";
import { changedBy } from "#shared/contract/office/settings.ts";

/** The states of a rate; `replaced` and `cancelled` ones were never in force. */
export const rateStates = ["to-come", "in-force", "past", "replaced", "cancelled"] as const;
export type RateState = (typeof rateStates)[number];

const mode = z.enum(Object.values(modeWords) as [string, ...string[]], "split.mode");

const dated = {
  id: z.string(),
  effectiveFrom: fields.day,
  state: z.enum(rateStates),
  set: z.object(changedBy),
  cancelled: z.optional(z.object(changedBy)),
};

const rate = { ...dated, mode, basisPoints: z.int() };

/** How tax is withheld, with both rates where it is by kind of income. */
const basis = {
  basis: z.enum(taxBases),
  shareBasisPoints: z.optional(z.int()),
  interestBasisPoints: z.optional(z.int()),
};

export const rates = endpoint({
  name: "dividend-tax.rates",
  method: "GET",
  path: "/api/v1/dividends/tax-rates",
  summary: "Lists withholding-tax rates, by mode or kind of income: past, current and future",
  audience: { kind: "staff", permission: "settings.read" },
  subject: "call",
  answer: z.object({
    today: fields.day,
    /** The newest rate that was set; the next one must name it. */
    newest: z.string(),
    /** How tax is withheld today. The rates of the modes apply only by mode. */
    basis: z.object(basis),
    /** The rates in force today, a row for each mode. */
    inForce: z.array(z.object({ mode, basisPoints: z.int() })),
    /** Latest date first, at most a hundred. */
    rows: z.array(z.object(rate)),
    /** Includes every choice of the tax basis; it is by mode until one is made. */
    bases: z.array(z.object({ ...dated, ...basis })),
    /** Years with a declared but unpaid dividend; they keep their rates. */
    declared: z.array(
      z.object({
        year: z.int(),
        tax: z.array(z.object({ mode, basisPoints: z.int() })),
        taxByKind: z.optional(z.object(taxByKind)),
      }),
    ),
  }),
});

const modeGiven = z.pipe(
  z.string("split.mode"),
  z.transform((given, context) => {
    const found = modeOnWire(given);
    if (found !== undefined) return found;
    context.issues.push({ code: "custom", message: "split.mode", input: given });
    return z.NEVER;
  }),
);

const points = z.int("rate.form").check(z.minimum(0, "rate.form"), z.maximum(4999, "rate.form"));

export const setRate = endpoint({
  name: "dividend-tax.setRate",
  method: "POST",
  path: "/api/v1/dividends/tax-rates",
  summary: "Sets the tax of a mode from a date on; dividends already declared keep theirs",
  audience: { kind: "staff", permission: "settings.edit" },
  body: z.strictObject({
    mode: modeGiven,
    effectiveFrom: fields.dayParam,
    basisPoints: points,
    follows: z.optional(fields.idParam),
  }),
  answer: z.object({ id: z.string(), state: z.enum(rateStates) }),
  status: 201,
  problems: ["rate-changed", "invalid"],
});

export const setBasis = endpoint({
  name: "dividend-tax.setBasis",
  method: "POST",
  path: "/api/v1/dividends/tax-basis",
  summary:
    "Sets the tax basis (mode or kind of income) from a date on; declared dividends keep theirs",
  audience: { kind: "staff", permission: "settings.edit" },
  body: z.strictObject({
    basis: z.enum(taxBases, "field.required"),
    /** Both are given only by kind of income. */
    shareBasisPoints: z.optional(points),
    interestBasisPoints: z.optional(points),
    effectiveFrom: fields.dayParam,
    follows: z.optional(fields.idParam),
  }),
  answer: z.object({ id: z.string(), state: z.enum(rateStates) }),
  status: 201,
  problems: ["rate-changed", "invalid"],
});

export const cancelRate = endpoint({
  name: "dividend-tax.cancelRate",
  method: "POST",
  path: "/api/v1/dividends/tax-rates/:id/cancellation",
  summary: "Cancels a rate that is not yet in force and restores the one it had replaced",
  audience: { kind: "staff", permission: "settings.edit" },
  params: office.byId,
  body: z.strictObject({}),
  answer: z.object({ id: z.string(), state: z.literal("cancelled") }),
  status: 201,
  problems: ["rate-begun"],
});
