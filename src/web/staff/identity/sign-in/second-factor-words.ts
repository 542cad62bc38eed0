import {
  secondFactorEn,
  type SecondFactorWords,
} from "#shared/messages/identity/second-factor-en.ts";
import { secondFactorSw } from "#shared/messages/identity/second-factor-sw.ts";
import { inBoth } from "#web/lib/words.ts";

/** The words of the second factor. */
export const useSecondFactorWords = inBoth<SecondFactorWords>({
  en: secondFactorEn,
  sw: secondFactorSw,
});
