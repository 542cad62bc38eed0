import { fill, languages, type Language } from "#shared/language.ts";
import { faultsOfPlaces, longestText, placesIn } from "#shared/message-placeholders.ts";
import type { SettingsWords } from "#shared/messages/office/settings-en.ts";
import type { Problems, Values } from "#web/lib/form.ts";
import type { Message } from "./messages.tsx";

/** The fields of a message, by language. */
export const fieldNames = ["en.subject", "en.text", "sw.subject", "sw.text"] as const;
export type FieldName = (typeof fieldNames)[number];

export type Texts = NonNullable<Message["own"]>;

/** Returns the texts of a message as form values. */
export function typedOf({ en, sw }: Texts): Values<FieldName> {
  return {
    "en.subject": en.subject,
    "en.text": en.text,
    "sw.subject": sw.subject,
    "sw.text": sw.text,
  };
}

/** Returns the form values as the texts of a message. */
export function textsOf(values: Values<FieldName>): Texts {
  return {
    en: { subject: values["en.subject"].trim(), text: values["en.text"].trim() },
    sw: { subject: values["sw.subject"].trim(), text: values["sw.text"].trim() },
  };
}

/** Whether a message is an e-mail with its own subject. */
export function hasSubject({ standard }: Message): boolean {
  return standard.en.subject !== "";
}

/** Returns the problems of the texts as typed, naming the placeholders concerned. */
export function problemsOf(
  values: Values<FieldName>,
  message: Message,
  { messages: words }: SettingsWords,
): Problems<FieldName> {
  const problems: Problems<FieldName> = {};
  for (const language of languages) {
    const found = problemOfText(values[`${language}.text`], message, language, words);
    if (found !== null) problems[`${language}.text`] = found;
    const { known } = message.places[language];
    const strange = placesIn(values[`${language}.subject`]).filter((one) => !known.includes(one));
    if (strange.length > 0) {
      problems[`${language}.subject`] = fill(words.unknown, { places: inBraces(strange) });
    }
  }
  return problems;
}

function problemOfText(
  text: string,
  { places, channel }: Message,
  language: Language,
  words: SettingsWords["messages"],
): string | null {
  if (text.trim() === "") return words.empty;
  const { missing, unknown } = faultsOfPlaces(text, places[language]);
  if (missing.length > 0) return fill(words.missing, { places: inBraces(missing) });
  if (unknown.length > 0) return fill(words.unknown, { places: inBraces(unknown) });
  return text.trim().length > longestText[channel] ? words.long : null;
}

function inBraces(places: readonly string[]): string {
  return places.map((place) => `{${place}}`).join(" ");
}
