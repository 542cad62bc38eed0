import { setLanguage } from "#shared/contract/members/own-language.ts";
import { loan, overview, running } from "#shared/contract/statements/member-statements.ts";
import type { Language } from "#shared/language.ts";
import { call } from "#web/lib/api.ts";
import { ownSettingsMessages } from "#web/lib/member-texts.ts";
import { useRenew } from "#web/lib/query.ts";
import { showToast } from "#web/ui/toast.tsx";

/**
 * Stores a new language of the page on the register, for messages and sign-ins, and requests
 * statements again, because the server writes their narrations. Until they arrive, and without a
 * connection, they stay in the language in which they were loaded.
 */
export function useKeepLanguage(): (language: Language) => Promise<void> {
  const renew = useRenew();
  return async (language) => {
    void renew(running, loan, overview);
    try {
      await call(setLanguage, { body: { language } });
    } catch {
      const { notKept: text, notKeptDetail: detail } = ownSettingsMessages[language].reading;
      showToast({ kind: "failure", text, detail });
    }
  };
}
