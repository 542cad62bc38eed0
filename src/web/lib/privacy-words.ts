import { privacyEn, type PrivacyWords } from "#shared/messages/privacy/privacy-en.ts";
import { privacySw } from "#shared/messages/privacy/privacy-sw.ts";
import { inBoth } from "./words.ts";

/** What members read of data protection. */
export const usePrivacyWords = inBoth<PrivacyWords>({ en: privacyEn, sw: privacySw });
