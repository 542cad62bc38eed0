import { splitEn, type SplitWords } from "#shared/messages/split-en.ts";
import { splitSw } from "#shared/messages/split-sw.ts";
import { inBoth } from "./words.ts";

/** The words about where a dividend goes. */
export const useSplitWords = inBoth<SplitWords>({ en: splitEn, sw: splitSw });
