import { fill, type Language } from "#shared/language.ts";

const letters: Readonly<Record<Language, string>> = {
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
