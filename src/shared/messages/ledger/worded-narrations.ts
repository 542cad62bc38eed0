import { fill, type Language } from "#shared/language.ts";
import { documentLoanName } from "#shared/messages/statements/loan-names.ts";
import { type NarrationName, readNarration } from "#shared/narrations.ts";
import { monthNames } from "#shared/written-days.ts";
import { narrationsSw } from "./narrations-sw.ts";

/** A narration of the books, and whether a file brought it. */
export interface Narrated {
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
