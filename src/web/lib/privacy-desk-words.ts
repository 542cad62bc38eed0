import { privacyDeskEn, type PrivacyDeskWords } from "#shared/messages/privacy/desk-en.ts";
import { privacyDeskSw } from "#shared/messages/privacy/desk-sw.ts";
import { inBoth } from "./words.ts";

/** What the office reads of requests about personal data. */
export const usePrivacyDeskWords = inBoth<PrivacyDeskWords>({
  en: privacyDeskEn,
  sw: privacyDeskSw,
});
