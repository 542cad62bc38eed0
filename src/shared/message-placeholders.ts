/** The placeholders that are filled when a text is sent, each once, in their order. */
export function placesIn(text: string): string[] {
  return [...new Set(Array.from(text.matchAll(/\{(\w+)\}/g), ([, name = ""]) => name))];
}

/** Optional courtesies. Every message names the society and the number to call. */
const courtesies = ["society", "phone"] as const;
/** Placeholders that a text may leave out, although the standard one has them. */
const optional: ReadonlySet<string> = new Set([...courtesies, "name"]);

/** The placeholders that a society's own text must have, and all that it may have. */
export interface TextPlaces {
  readonly required: readonly string[];
  readonly known: readonly string[];
}

/**
 * The required and allowed placeholders of the society's own text, derived from the standard texts.
 */
export function placesOfText(standard: string, all: readonly string[]): TextPlaces {
  const known = new Set([...all.flatMap(placesIn), ...courtesies]);
  return {
    required: placesIn(standard).filter((place) => !optional.has(place)),
    known: [...known],
  };
}

/** The errors in the placeholders of a society's own text. */
export interface PlaceFaults {
  readonly missing: readonly string[];
  readonly unknown: readonly string[];
}

/** Checks a text's placeholders against the required and allowed ones. */
export function faultsOfPlaces(text: string, { required, known }: TextPlaces): PlaceFaults {
  const there = placesIn(text);
  return {
    missing: required.filter((place) => !there.includes(place)),
    unknown: there.filter((place) => !known.includes(place)),
  };
}

/** The longest text: an SMS of four parts, a letter of a page. */
export const longestText = { sms: 600, email: 3000, subject: 120 } as const;
