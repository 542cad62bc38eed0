/** The languages in which every text for members is stored. */
export const languages = ["en", "sw"] as const;
export type Language = (typeof languages)[number];

/** The same texts in every language. */
export type InBothLanguages<Texts> = Readonly<Record<Language, Texts>>;

/** Fills the `{name}` placeholders of a text; a placeholder without a value stays unchanged. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}
