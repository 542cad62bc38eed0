import { fill, type Language } from "#shared/language.ts";
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
  return fill(words[language][code], given);
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
