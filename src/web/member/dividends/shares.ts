import type * as z from "zod/mini";
import type { split } from "#shared/contract/dividends/splits.ts";
import type { Share } from "./typed-split.ts";

/** Returns every dividend of a member that can be split or is being paid, newest first. */
export function sharesOf({ split: latest, more }: z.output<typeof split.answer>): Share[] {
  return latest === undefined ? more : [latest, ...more];
}
