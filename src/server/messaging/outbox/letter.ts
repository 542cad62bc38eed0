import { fill, type Language } from "#shared/language.ts";

type Texts = Readonly<Record<Language, string>>;

const frame = {
  greeting: { en: "Dear {name},", sw: "Mpendwa {name}," },
  ending: {
    en: "Questions? Call {phone}.\n\n{society}",
    sw: "Maswali? Piga {phone}.\n\n{society}",
  },
} as const satisfies Record<string, Texts>;

/** Returns the text of an e-mail to one member in one language, with its placeholders. */
export function letterOf(language: Language, paragraphs: readonly string[]): string {
  return [frame.greeting[language], ...paragraphs, frame.ending[language]].join("\n\n");
}

const letters: Texts = {
  en: "Dear member,\n\n{text}\n\n{society}",
  sw: "Mpendwa mwanachama,\n\n{text}\n\n{society}",
};

/**
 * Returns the e-mail of a text that was written as an SMS: with a greeting, and the society's name
 * at the end in place of the beginning.
 */
export function asLetter(sms: string, language: Language, society: string): string {
  const opening = `${society}: `;
  const said = sms.startsWith(opening) ? sms.slice(opening.length) : sms;
  const text = said.charAt(0).toUpperCase() + said.slice(1);
  return fill(letters[language], { text, society });
}
