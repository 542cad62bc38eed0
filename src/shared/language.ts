/** The languages in which every text for members is stored. */
export const languages = ["en", "sw"] as const;
export type Language = (typeof languages)[number];

/** The language of a person who has chosen none; members' default in the database is the same. */
export const DEFAULT_LANGUAGE: Language = "en";

/** The language of each SMS and e-mail to staff. */
export const STAFF_LANGUAGE: Language = "en";

/** The same texts in every language. */
export type InBothLanguages<Texts> = Readonly<Record<Language, Texts>>;

/** Fills the `{name}` placeholders of a text; a placeholder without a value stays unchanged. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}
