import { setLanguage } from "#shared/contract/members/own-language.ts";
import type { Language } from "#shared/language.ts";
import { call } from "#web/lib/api.ts";
import { ownSettingsMessages } from "#web/lib/member-texts.ts";
import { showToast } from "#web/ui/toast.tsx";

/** Keeps the language that the page has changed to on the register, for messages and sign-ins. */
export async function keepLanguage(language: Language): Promise<void> {
  try {
    await call(setLanguage, { body: { language } });
  } catch {
    const { notKept: text, notKeptDetail: detail } = ownSettingsMessages[language].reading;
    showToast({ kind: "failure", text, detail });
  }
}
