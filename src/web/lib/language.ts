import { DEFAULT_LANGUAGE, type Language } from "#shared/language.ts";
import type { Messages } from "#shared/messages/en.ts";
import { keep, readKept } from "./browser-storage.ts";
import { loadNeededTexts } from "./member-texts.ts";
import { createStore } from "./store.ts";

export interface Spoken {
  readonly language: Language;
  readonly words: Messages;
}

/** Each language's name in that language, for the switch. */
export const languageNames: Record<Language, string> = { en: "English", sw: "Kiswahili" };

/** The texts of the first load; each language is a separate file. */
const wordFiles: Readonly<Record<Language, () => Promise<Messages>>> = {
  en: async () => (await import("#shared/messages/en.ts")).en,
  sw: async () => (await import("#shared/messages/sw.ts")).sw,
};

const spoken = createStore<Spoken | null>(null);

/** The tag for `lang` attributes, formats and Accept-Language. */
export function languageTag(language: Language): string {
  return `${language}-KE`;
}

export function useSpoken(): Spoken {
  const now = spoken.use();
  if (!now) throw new Error("nothing is shown before the words have been loaded");
  return now;
}

export function useWords(): Messages {
  return useSpoken().words;
}

/** Returns the current language outside components, for example for Accept-Language. */
export function spokenLanguage(): Language {
  return spoken.get()?.language ?? chosenLanguage();
}

export function otherLanguage(language: Language): Language {
  return language === "en" ? "sw" : "en";
}

/** Switches the language once its texts have arrived; if they do not, nothing changes. */
export async function speak(language: Language): Promise<void> {
  await show(language);
  keep("language", language);
}

/**
 * Switches at sign-in to the language that the member chose before, if it can be loaded, and
 * returns the words that are shown from then on.
 */
export async function speakOwn(language: Language | undefined): Promise<Messages> {
  if (language && language !== spokenLanguage()) await speak(language).catch(() => undefined);
  // The form that signs in is itself shown in words.
  return (spoken.get() as Spoken).words;
}

/** Shows the chosen language at the start, or the other if its texts cannot be loaded. */
export async function speakAsChosen(): Promise<void> {
  const chosen = chosenLanguage();
  try {
    await show(chosen);
  } catch {
    await show(otherLanguage(chosen));
  }
}

async function show(language: Language): Promise<void> {
  const words = await wordFiles[language]();
  await loadNeededTexts(language);
  document.documentElement.lang = languageTag(language);
  showIn({ language, words });
}

/** Shows everything in these words from now on. */
export const showIn: (next: Spoken) => void = spoken.set;

function chosenLanguage(): Language {
  return readKept("language") === "sw" ? "sw" : DEFAULT_LANGUAGE;
}
