import * as z from "zod/mini";
import type { CalendarDate } from "#shared/calendar-date.ts";
import { cents } from "#shared/money.ts";

/** Reads cents from a bigint column. */
export const bigCents = z.pipe(z.bigint(), z.transform(cents));

/** Reads a whole number inside JSON that JSON holds as text, so that no reader makes it a float. */
export const textId = z.pipe(
  z.string().check(z.regex(/^-?\d+$/)),
  z.transform((text) => BigInt(text)),
);

/** Reads cents inside JSON that are text, as in the payload of a request for approval. */
export const textCents = z.pipe(textId, z.transform(cents));

/** Reads cents inside JSON that are a number, which is exact to 2^53; rejects anything larger. */
export const intCents = z.pipe(
  z.int(),
  z.transform((whole) => cents(BigInt(whole))),
);

/** Reads a text that was checked before it was stored, such as a member number. */
export const stored = <T extends string>() =>
  z.pipe(
    z.string(),
    z.transform((text) => text as T),
  );

/** Reads a day: a date column, or one inside JSON. */
export const storedDate = stored<CalendarDate>();

/** An id above that of any row: the first page of a list, newest first, begins below it. */
export const BEYOND_ANY_ID = 9_000_000_000_000_000_000n;
