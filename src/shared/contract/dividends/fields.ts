import * as z from "zod/mini";
import { placeWords } from "#shared/dividend-part-places.ts";
import { modeOnWire, modeWords, type SplitMode, splitModes } from "#shared/split-modes.ts";
import * as fields from "#shared/contract/kernel/fields.ts";

/** The states of a dividend, in order; a withdrawn one was never posted. */
export const dividendStates = [
  "prepared",
  "approved",
  "posted",
  "locked",
  "paid",
  "withdrawn",
] as const;

export type DividendState = (typeof dividendStates)[number];

/** A mode in answers, in the words of the specification. */
export const modeAnswered = z.enum(splitModes.map((mode) => modeWords[mode]));

/** A mode in requests, converted from the words of the specification to those of the code. */
export const modeGiven = z.pipe(
  z.string("field.required"),
  z.transform((given, context): SplitMode => {
    const mode = modeOnWire(given.trim());
    if (mode !== undefined) return mode;
    context.issues.push({ code: "custom", message: "split.mode", input: given });
    return z.NEVER;
  }),
);

/** The destination of a part, in the words of the specification where it has one. */
export const placeAnswered = z.enum(Object.values(placeWords) as [string, ...string[]]);

/** The rates of withholding tax by kind of income. */
export const taxByKind = { shareBasisPoints: z.int(), interestBasisPoints: z.int() };

/** The path of one year's dividend. */
export const aYear = z.object({ year: fields.yearParam });
