import { looksEn, type LooksWords } from "#shared/messages/members/looks-en.ts";
import { looksSw } from "#shared/messages/members/looks-sw.ts";
import { inBoth } from "./words.ts";

/** The words of who has looked at a member's record. */
export const useLooksWords = inBoth<LooksWords>({ en: looksEn, sw: looksSw });
