import { splitEn, type SplitWords } from "#shared/messages/dividends/split-en.ts";
import { splitSw } from "#shared/messages/dividends/split-sw.ts";
import { inBoth } from "./words.ts";

/** The words about where a dividend goes. */
export const useSplitWords = inBoth<SplitWords>({ en: splitEn, sw: splitSw });
