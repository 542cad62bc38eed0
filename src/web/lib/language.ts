import type { Language } from "#shared/language.ts";
import { en, type Messages } from "#shared/messages/en.ts";
import { keep, readKept } from "./browser-storage.ts";
import { createStore } from "./store.ts";

export interface Spoken {
  readonly language: Language;
  readonly words: Messages;
}

/** Each language's name in that language, for the switch. */
export const languageNames: Record<Language, string> = { en: "English", sw: "Kiswahili" };

const spoken = createStore<Spoken>({ language: "en", words: en });

/** The tag for `lang` attributes, formats and Accept-Language. */
export function languageTag(language: Language): string {
  return `${language}-KE`;
}

export const useSpoken = spoken.use;

export function useWords(): Messages {
  return spoken.use().words;
}

/** Returns the current language outside components, for example for Accept-Language. */
export function spokenLanguage(): Language {
  return spoken.get().language;
}

/** Switches the language, after loading its texts; English is always loaded. */
export async function speak(language: Language): Promise<void> {
  const words = language === "sw" ? (await import("#shared/messages/sw.ts")).sw : en;
  keep("language", language);
  document.documentElement.lang = languageTag(language);
  spoken.set({ language, words });
}

/** Restores the chosen language; if its texts cannot be loaded, the page stays in English. */
export async function speakAsChosen(): Promise<void> {
  if (readKept("language") !== "sw") return;
  try {
    await speak("sw");
  } catch {
    document.documentElement.lang = languageTag("en");
  }
}
