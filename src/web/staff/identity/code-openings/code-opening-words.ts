import {
  codeOpeningsEn,
  type CodeOpeningWords,
} from "#shared/messages/identity/code-openings-en.ts";
import { codeOpeningsSw } from "#shared/messages/identity/code-openings-sw.ts";
import { inBoth } from "#web/lib/words.ts";

/** The words about one-time codes that are closed. */
export const useCodeOpeningWords = inBoth<CodeOpeningWords>({
  en: codeOpeningsEn,
  sw: codeOpeningsSw,
});
