import type { Language } from "#shared/language.ts";
import { accountNamesEn } from "#shared/messages/ledger/account-names-en.ts";
import { accountNamesSw } from "#shared/messages/ledger/account-names-sw.ts";
import { exportsEn, type ExportsWords } from "./exports-en.ts";
import { exportsSw } from "./exports-sw.ts";

const heads: Readonly<Record<Language, ExportsWords>> = { en: exportsEn, sw: exportsSw };
const names = { en: accountNamesEn, sw: accountNamesSw } as const;

/** The heads of exported lists in a language. */
export function exportHeads(language: Language): ExportsWords {
  return heads[language];
}

/** Returns the office's name of each ledger account in a language. */
export function accountNames(language: Language) {
  return names[language];
}
