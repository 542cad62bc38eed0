import * as z from "zod/mini";
import { modeWords, splitModes } from "../dividend-split.ts";
import { endpoint } from "./endpoint.ts";
import * as fields from "./fields.ts";
import { changedBy } from "./settings.ts";

/** How a rate stands: `replaced` and `cancelled` ones never began to hold. */
export const rateStates = ["to-come", "in-force", "past", "replaced", "cancelled"] as const;
export type RateState = (typeof rateStates)[number];

const mode = z.enum(Object.values(modeWords) as [string, ...string[]], "split.mode");

const rate = {
  id: z.string(),
  mode,
  effectiveFrom: fields.day,
  basisPoints: z.int(),
  state: z.enum(rateStates),
  set: z.object(changedBy),
  cancelled: z.optional(z.object(changedBy)),
};

export const rates = endpoint({
  name: "dividend-tax.rates",
  method: "GET",
  path: "/api/v1/dividends/tax-rates",
  summary: "The tax withheld of each mode of payment: before, now and to come",
  audience: { kind: "staff", permission: "settings.read" },
  params: fields.nothing,
  body: fields.nothing,
  answer: z.object({
    today: fields.day,
    /** The newest that was set, which the next one names as the one it follows. */
    newest: z.string(),
    /** What holds today, a row for each mode. */
    inForce: z.array(z.object({ mode, basisPoints: z.int() })),
    /** The latest day first, a hundred at most. */
    rows: z.array(z.object(rate)),
    /** Years whose dividend is declared and not paid yet; they keep the rates they have. */
    declared: z.array(
      z.object({
        year: z.int(),
        tax: z.array(z.object({ mode, basisPoints: z.int() })),
      }),
    ),
  }),
});

const modeGiven = z.pipe(
  z.string("split.mode"),
  z.transform((given, context) => {
    const found = splitModes.find((one) => modeWords[one] === given);
    if (found !== undefined) return found;
    context.issues.push({ code: "custom", message: "split.mode", input: given });
    return z.NEVER;
  }),
);

export const setRate = endpoint({
  name: "dividend-tax.setRate",
  method: "POST",
  path: "/api/v1/dividends/tax-rates",
  summary: "Set the tax of a mode from a day on; no dividend that is declared already changes",
  audience: { kind: "staff", permission: "settings.edit" },
  params: fields.nothing,
  body: z.strictObject({
    mode: modeGiven,
    effectiveFrom: fields.dayParam,
    basisPoints: z.int("rate.form").check(z.minimum(0, "rate.form"), z.maximum(4999, "rate.form")),
    follows: z.optional(fields.idParam),
  }),
  answer: z.object({ id: z.string(), state: z.enum(rateStates) }),
  status: 201,
  refusals: ["rate-changed", "invalid"],
});

export const cancelRate = endpoint({
  name: "dividend-tax.cancelRate",
  method: "POST",
  path: "/api/v1/dividends/tax-rates/:id/cancellation",
  summary: "Take back a rate whose day has not come, and what it had replaced for that day",
  audience: { kind: "staff", permission: "settings.edit" },
  params: z.object({ id: fields.idParam }),
  body: z.strictObject({}),
  answer: z.object({ id: z.string(), state: z.literal("cancelled") }),
  status: 201,
  refusals: ["rate-begun"],
});
