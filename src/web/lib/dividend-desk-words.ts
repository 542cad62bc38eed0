import { dividendDeskEn, type DividendDeskWords } from "#shared/messages/dividends/desk-en.ts";
import { dividendDeskSw } from "#shared/messages/dividends/desk-sw.ts";
import { inBoth } from "./words.ts";

/** The words of the staff's dividend pages. */
export const useDividendDeskWords = inBoth<DividendDeskWords>({
  en: dividendDeskEn,
  sw: dividendDeskSw,
});
