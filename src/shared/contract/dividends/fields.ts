import * as z from "zod/mini";
import { placeWords } from "#shared/dividend-hold.ts";
import { modeWords, type SplitMode, splitModes } from "#shared/dividend-split.ts";
import * as fields from "#shared/contract/kernel/fields.ts";

/** What becomes of a dividend, in order; withdrawn is one that was never posted. */
export const dividendStates = [
  "prepared",
  "approved",
  "posted",
  "locked",
  "paid",
  "withdrawn",
] as const;

export type DividendState = (typeof dividendStates)[number];

/** A mode on the wire, in the specification's words. */
export const modeAnswered = z.enum(splitModes.map((mode) => modeWords[mode]));

/** A mode that is sent: the specification's words, to the code's. */
export const modeGiven = z.pipe(
  z.string("field.required"),
  z.transform((given, context): SplitMode => {
    const mode = splitModes.find((one) => modeWords[one] === given.trim());
    if (mode !== undefined) return mode;
    context.issues.push({ code: "custom", message: "split.mode", input: given });
    return z.NEVER;
  }),
);

/** A place that a part goes to, in the specification's words where it has one. */
export const placeAnswered = z.enum(Object.values(placeWords) as [string, ...string[]]);

/** The rates of tax by kind of income. */
export const taxByKind = { shareBasisPoints: z.int(), interestBasisPoints: z.int() };

/** The address of one year's dividend. */
export const aYear = z.object({ year: fields.yearParam });
