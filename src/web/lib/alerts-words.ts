import { alertsEn, type AlertWords } from "#shared/messages/oversight/alerts-en.ts";
import { alertsSw } from "#shared/messages/oversight/alerts-sw.ts";
import { inBoth } from "./words.ts";

/** The words of alerts: the page, the banner and what to do about each. */
export const useAlertWords = inBoth<AlertWords>({ en: alertsEn, sw: alertsSw });
