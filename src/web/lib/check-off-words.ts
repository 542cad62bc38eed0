import { checkOffEn, type CheckOffWords } from "#shared/messages/check-off/check-off-en.ts";
import { checkOffSw } from "#shared/messages/check-off/check-off-sw.ts";
import { inBoth } from "./words.ts";

/** The words of the check-off pages. */
export const useCheckOffWords = inBoth<CheckOffWords>({ en: checkOffEn, sw: checkOffSw });
