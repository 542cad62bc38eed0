import type { Language } from "#shared/language.ts";

type Account = "deposits" | "share-capital" | "withdrawable";

const names: Readonly<Record<Language, Readonly<Record<Account, string>>>> = {
  en: {
    deposits: "deposits",
    "share-capital": "share capital",
    withdrawable: "withdrawable deposits",
  },
  sw: { deposits: "amana", "share-capital": "hisa", withdrawable: "amana za kutoa" },
};

/** The name of a member's account in an SMS. */
export function accountNameIn(language: Language, account: Account): string {
  return names[language][account];
}
