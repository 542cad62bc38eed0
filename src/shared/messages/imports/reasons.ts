import { parseCalendarDate } from "#shared/calendar-date.ts";
import { fill, type Language } from "#shared/language.ts";
import { plainDay } from "#shared/written-days.ts";
import { importReasonsEn, type ImportReasonCode, type ImportReasonWords } from "./reasons-en.ts";
import { importReasonsSw } from "./reasons-sw.ts";
import { importsMessages } from "./imports-sw.ts";

/** Why something cannot be imported: which reason, and what fills the places in its words. */
export interface ImportReason {
  readonly code: ImportReasonCode;
  readonly given?: Readonly<Record<string, string | number>>;
}

const words: Readonly<Record<Language, ImportReasonWords>> = {
  en: importReasonsEn,
  sw: importReasonsSw,
};

/** Says a reason in a language. */
export function importReasonText({ code, given = {} }: ImportReason, language: Language): string {
  const said = Object.fromEntries(
    Object.entries(given).map(([place, value]) => [place, ofDay(place, value, language)]),
  );
  return fill(words[language][code], said);
}

/** The places of days, and of moments in Nairobi: 2026-11-25 09:30. */
const dayPlaces: ReadonlySet<string> = new Set(
  "today day when joined until start ends said".split(" "),
);

/** Writes a day, and the time after it, as pages do: 25 Nov 2026, 09:30. */
function ofDay(place: string, value: string | number, language: Language): string | number {
  const [day = "", time = ""] = String(value).split(" ");
  const read = dayPlaces.has(place) ? parseCalendarDate(day) : null;
  if (read === null) return value;
  return plainDay(language, read) + (time && `, ${time}`);
}

function isReason(code: string): code is ImportReasonCode {
  return code in importReasonsEn;
}

/**
 * Says a reason as it was kept, ledger accounts by their names in the language; one that a later
 * release no longer knows is said by its code.
 */
export function formatKept(
  code: string,
  given: Readonly<Record<string, string | number>>,
  language: Language,
): string {
  if (!isReason(code)) return code;
  const accounts: Readonly<Record<string, string>> = importsMessages[language].accounts;
  const account = accounts[given["ledger"] ?? ""];
  return importReasonText({ code, given: account ? { ...given, account } : given }, language);
}
