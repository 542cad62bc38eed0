import { fill, type Language } from "#shared/language.ts";
import { narrationsSw } from "#shared/messages/ledger/narrations-sw.ts";
import { documentLoanName } from "#shared/messages/statements/loan-names.ts";
import { monthNames } from "#shared/written-days.ts";
import type { AccountMovements } from "#server/ledger/journal/movements.ts";
import { type NarrationName, readNarration } from "#server/ledger/journal/narrations.ts";

/** A narration of the books, and whether a file brought it. */
interface Narrated {
  readonly narration: string;
  readonly isImported: boolean;
}

/** The only standard narrations of imported entries: all others were typed by somebody. */
const ofImports: ReadonlySet<NarrationName> = new Set<NarrationName>(["broughtForward"]);

/**
 * Returns a narration in the language of its reader. The books keep standard narrations in English;
 * what a person typed stays as it was typed.
 */
export function wordedNarration(language: Language, { narration, isImported }: Narrated): string {
  if (language === "en") return narration;
  const standard = readNarration(narration);
  if (standard === null || (isImported && !ofImports.has(standard.name))) return narration;
  const said = Object.entries(standard.values).map(([place, value]) => [
    place,
    inSwahili(place, value),
  ]);
  return fill(narrationsSw[standard.name], Object.fromEntries(said) as Record<string, string>);
}

function inSwahili(place: string, value: string): string {
  if (place === "narration") return wordedNarration("sw", { narration: value, isImported: false });
  if (place === "product") return documentLoanName("sw", value);
  return place === "month" ? monthInSwahili(value) : value;
}

/** Says a month as it was written: "Mar 2026" or "March 2026". */
function monthInSwahili(written: string): string {
  const [name = "", year = ""] = written.split(" ");
  const at = monthNames.en.findIndex((month) => month.startsWith(name));
  const said = monthNames.sw[at];
  if (said === undefined) throw new Error(`${name} is no month`);
  return `${monthNames.en[at] === name ? said : said.slice(0, 3)} ${year}`;
}

/**
 * Returns the movements of a statement with their narrations in the language of its reader. Rows
 * of one account repeat their narrations, so each text is recognised once.
 */
export function wordedMovements<Found extends AccountMovements | null>(
  language: Language,
  found: Found,
): Found {
  if (found === null || language === "en") return found;
  const known = new Map<string, string>();
  const wordsOf = (narrated: Narrated): string => {
    const key = `${narrated.isImported} ${narrated.narration}`;
    const words = known.get(key) ?? wordedNarration(language, narrated);
    known.set(key, words);
    return words;
  };
  const movements = found.movements.map((one) => ({ ...one, narration: wordsOf(one) }));
  return { ...found, movements };
}
