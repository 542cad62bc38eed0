import { languages, type Language } from "#shared/language.ts";
import { channelOf } from "#shared/message-kinds.ts";
import {
  faultsOfPlaces,
  longestText,
  placesIn,
  placesOfText,
  type TextPlaces,
} from "#shared/message-placeholders.ts";
import type { MessageTemplate } from "#server/messaging/outbox/enqueue.ts";
import type { OwnText } from "#server/messaging/outbox/wording.ts";
import type { FieldError } from "#server/kernel/platform/problem.ts";

export type InBoth = Readonly<Record<Language, OwnText>>;

/** The standard texts of a message with their placeholders, from which a custom text starts. */
export function standardOf({ render }: MessageTemplate): InBoth {
  return { en: render("en", {}), sw: render("sw", {}) };
}

/** The required and allowed placeholders of a message's own text, in each language. */
export function placesOf(template: MessageTemplate): Readonly<Record<Language, TextPlaces>> {
  const { en, sw } = standardOf(template);
  const all = [en.text, sw.text, en.subject, sw.subject];
  return { en: placesOfText(en.text, all), sw: placesOfText(sw.text, all) };
}

/** The errors of custom texts: a missing or unknown placeholder, or too many characters. */
export function faultsOf(template: MessageTemplate, own: InBoth): FieldError[] {
  const places = placesOf(template);
  const longest = longestText[channelOf(template.name)];
  return languages.flatMap((language) => {
    const { subject, text } = own[language];
    const { missing, unknown } = faultsOfPlaces(text, places[language]);
    const faults: FieldError[] = [];
    const field = `${language}.text`;
    if (missing.length > 0) faults.push({ field, problem: "text.missing" });
    else if (unknown.length > 0) faults.push({ field, problem: "text.unknown" });
    else if (text.length > longest) faults.push({ field, problem: "text.parts" });
    if (placesIn(subject).some((place) => !places[language].known.includes(place))) {
      faults.push({ field: `${language}.subject`, problem: "text.unknown" });
    }
    return faults;
  });
}
