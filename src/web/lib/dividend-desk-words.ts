import { dividendDeskEn, type DividendDeskWords } from "#shared/messages/dividend-desk-en.ts";
import { dividendDeskSw } from "#shared/messages/dividend-desk-sw.ts";
import { inBoth } from "./words.ts";

/** The words of the staff's dividend pages. */
export const useDividendDeskWords = inBoth<DividendDeskWords>({
  en: dividendDeskEn,
  sw: dividendDeskSw,
});
